import { Button, Group, Modal, Stack, Text } from "@mantine/core"
import { type ReactNode, useRef } from "react"
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
  /** The request that the button sends. */
  readonly request: {
    readonly isPending: boolean
    readonly error: unknown
    readonly reset: () => void
  }
}

/** Asks for confirmation before something that cannot be undone. */
export const Confirm = (props: ConfirmProps) => {
  // While it closes, it still asks about what it has asked about.
  const asked = useRef(props)
  if (props.opened) asked.current = props
  const { action, children, onClose, onConfirm, request, title } = asked.current
  const { error, isPending, reset } = request
  // What this attempt has failed with says nothing about the next one, which may concern something else.
  const leave = () => {
    reset()
    onClose()
  }
  return (
    <Modal
      opened={props.opened}
      onClose={leave}
      title={title}
      closeButtonProps={{ "aria-label": strings.common.cancel }}
    >
      <Stack>
        <Text component="div">{children}</Text>
        {error !== null && error !== undefined && <Failure error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={leave} data-autofocus>
            {strings.common.cancel}
          </Button>
          <Button color="red.9" onClick={onConfirm} loading={isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
