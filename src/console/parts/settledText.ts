import { useDebouncedCallback } from "@mantine/hooks"
import { useEffect, useRef, useState } from "react"

/** How long typing must pause before the text counts. Browsers limit how often a page may change its URL. */
const SETTLED_MILLISECONDS = 200

/**
 * The text of a field, passed to `settle` once typing has paused. A value from elsewhere, such as from Back, replaces
 * what was typed.
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
