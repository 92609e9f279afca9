import { Button, Group, Modal, Stack, Text } from "@mantine/core"
import type { ReactNode } from "react"
import { strings } from "../strings.ts"
import { Failure } from "./States.tsx"

interface ConfirmProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** What the button does, as a verb. */
  readonly action: string
  readonly onConfirm: () => void
  readonly isPending: boolean
  readonly error: unknown
}

/** Asks for confirmation before something that cannot be undone. */
export const Confirm = ({ action, children, error, isPending, onClose, onConfirm, opened, title }: ConfirmProps) => (
  <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ "aria-label": strings.common.cancel }}>
    <Stack>
      <Text component="div">{children}</Text>
      {error !== null && error !== undefined && <Failure error={error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {strings.common.cancel}
        </Button>
        <Button color="red.9" onClick={onConfirm} loading={isPending}>
          {action}
        </Button>
      </Group>
    </Stack>
  </Modal>
)
