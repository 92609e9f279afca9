import { ActionIcon, Button, Tooltip } from "@mantine/core"
import { useClipboard } from "@mantine/hooks"
import { IconCheck, IconCopy } from "@tabler/icons-react"
import { strings } from "../strings.ts"

interface CopyProps {
  /** A text, or a function that makes it on demand. */
  readonly value: string | (() => string)
  /** What is copied, for screen readers. */
  readonly label: string
}

const textOf = (value: CopyProps["value"]): string => (typeof value === "string" ? value : value())

export const CopyIcon = ({ label, value }: CopyProps) => {
  const { copied, copy } = useClipboard()
  return (
    <Tooltip label={copied ? strings.common.copied : label}>
      <ActionIcon aria-label={label} color={copied ? "door" : "gray"} onClick={() => copy(textOf(value))}>
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
    </Tooltip>
  )
}

export const CopyButton = ({ label, value }: CopyProps) => {
  const { copied, copy } = useClipboard()
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
      onClick={() => copy(textOf(value))}
    >
      {copied ? strings.common.copied : label}
    </Button>
  )
}
