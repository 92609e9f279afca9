import { useDebouncedCallback } from "@mantine/hooks"
import { useEffect, useRef, useState } from "react"

/** How long nothing is typed until what was typed counts. Browsers refuse an address that changes with every letter. */
const SETTLED_MILLISECONDS = 200

/**
 * Text of a field that `settle` gets once nothing more is typed. A value that comes from elsewhere, as by Back, takes
 * the place of what was typed.
 */
export const useSettledText = (value: string, settle: (text: string) => void) => {
  const [text, setText] = useState(value)
  const known = useRef(value)
  const later = useDebouncedCallback((text: string) => {
    known.current = text
    settle(text)
  }, SETTLED_MILLISECONDS)
  useEffect(() => {
    if (value !== known.current) setText(value)
    known.current = value
  }, [value])
  return [
    text,
    (text: string) => {
      setText(text)
      later(text)
    }
  ] as const
}
