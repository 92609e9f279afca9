import { ActionIcon, Button, Tooltip, VisuallyHidden } from "@mantine/core"
import { useTimeout } from "@mantine/hooks"
import { notifications } from "@mantine/notifications"
import { CheckIcon, CopyIcon as CopyGlyph } from "@primer/octicons-react"
import { useState } from "react"
import { strings } from "../strings.ts"

interface CopyProps {
  /** A text, or a function that makes it on demand. */
  readonly value: string | (() => string)
  /** What is copied, for screen readers. */
  readonly label: string
}

/** How long a button says that it has copied. */
const SHOWN_MILLISECONDS = 2000

/** Copies by the older command, which takes what is selected. Returns whether the browser has done so. */
const copySelected = (text: string): boolean => {
  const focused = document.activeElement
  const area = document.createElement("textarea")
  area.value = text
  Object.assign(area.style, { position: "fixed", top: "0", opacity: "0" })
  document.body.append(area)
  area.focus({ preventScroll: true })
  area.select()
  try {
    return document.execCommand("copy")
  } finally {
    area.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}

/** Browsers have no clipboard for pages over plain HTTP, as at the IP address of another machine, or may refuse it. */
const copyText = (text: string): Promise<boolean> =>
  (navigator.clipboard as Clipboard | undefined)?.writeText(text).then(
    () => true,
    () => copySelected(text)
  ) ?? Promise.resolve(copySelected(text))

const useCopy = (value: CopyProps["value"]) => {
  const [copied, setCopied] = useState(false)
  const { start } = useTimeout(() => setCopied(false), SHOWN_MILLISECONDS)
  const copy = async () => {
    const isCopied = await copyText(typeof value === "string" ? value : value())
    setCopied(isCopied)
    if (isCopied) start()
    else notifications.show({ color: "red", message: strings.common.notCopied })
  }
  return { copied, copy: () => void copy() }
}

/** Neither a tooltip nor a button's new name is read out by itself. */
const Said = ({ copied }: { readonly copied: boolean }) => (
  <VisuallyHidden role="status">{copied && strings.common.copied}</VisuallyHidden>
)

export const CopyIcon = ({ label, value }: CopyProps) => {
  const { copied, copy } = useCopy(value)
  return (
    <>
      <Tooltip label={copied ? strings.common.copied : label}>
        <ActionIcon aria-label={label} color={copied ? "door" : "gray"} onClick={copy}>
          {copied ? <CheckIcon size={16} /> : <CopyGlyph size={16} />}
        </ActionIcon>
      </Tooltip>
      <Said copied={copied} />
    </>
  )
}

export const CopyButton = ({ label, value }: CopyProps) => {
  const { copied, copy } = useCopy(value)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={copied ? <CheckIcon size={14} /> : <CopyGlyph size={14} />}
        onClick={copy}
      >
        {copied ? strings.common.copied : label}
      </Button>
      <Said copied={copied} />
    </>
  )
}
