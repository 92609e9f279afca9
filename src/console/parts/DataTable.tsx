import { Table } from "@mantine/core"
import type { ReactNode } from "react"
import { ActionsHeader } from "./ActionsHeader.tsx"

/** What heads a column: of texts, of numbers, or, with null, of buttons. */
type Heading = string | { readonly number: string } | null

const headOf = (heading: Heading, i: number) => {
  if (heading === null) return <ActionsHeader key={i} />
  return typeof heading === "string" ? (
    <Table.Th key={i}>{heading}</Table.Th>
  ) : (
    <Table.Th key={i} className="number">
      {heading.number}
    </Table.Th>
  )
}

interface DataTableProps {
  readonly headings: ReadonlyArray<Heading>
  /** In pixels. On a narrower screen, the table scrolls by itself. */
  readonly minWidth: number
  /** Whether a row is marked that the pointer is on. */
  readonly highlight?: boolean
  /** For a long list, which scrolls by itself: what it lists. Keyboards reach such an area, and it has a name. */
  readonly scrolls?: string
  /** The rows. */
  readonly children: ReactNode
}

export const DataTable = ({ children, headings, highlight = false, minWidth, scrolls }: DataTableProps) => (
  <Table.ScrollContainer
    minWidth={minWidth}
    {...(scrolls !== undefined && {
      mah: 360,
      scrollAreaProps: { viewportProps: { tabIndex: 0, role: "region", "aria-label": scrolls } }
    })}
  >
    <Table highlightOnHover={highlight}>
      <Table.Thead>
        <Table.Tr>{headings.map(headOf)}</Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  </Table.ScrollContainer>
)
