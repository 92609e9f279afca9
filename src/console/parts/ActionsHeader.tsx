import { Table, VisuallyHidden } from "@mantine/core"
import { strings } from "../strings.ts"

/** The header of a column with buttons, which speak for themselves to those who see them. */
export const ActionsHeader = () => (
  <Table.Th>
    <VisuallyHidden>{strings.common.actions}</VisuallyHidden>
  </Table.Th>
)
