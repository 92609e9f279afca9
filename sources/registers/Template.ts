import type { Effort } from "./Pattern.ts"

/**
 * Text with fields: `{street}` is the value of a field; `[…]` is left out if a field in it is empty, as in
 * `{number}{letter}[-{addition}]`. A `?` after a field's name says that files may lack the column, and that its
 * brackets stay if it is empty. A backslash before a bracket or brace makes it an ordinary character.
 */
export interface Template {
  /** Fields that a file must have, and those that it may have. */
  readonly fields: ReadonlyArray<{ readonly name: string; readonly optional: boolean }>
  /** With the row's effort budget, of which each character of text takes one step. */
  readonly render: (get: (field: string) => string, effort?: Effort) => string
}

type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "field"; readonly name: string; readonly optional: boolean }
  | { readonly kind: "group"; readonly parts: ReadonlyArray<Part> }

/** Splits a template into its parts; a string result says what is wrong. */
const split = (text: string): ReadonlyArray<Part> | string => {
  const top: Array<Part> = []
  let group: Array<Part> | undefined
  let plain = ""
  const into = () => group ?? top
  const flush = () => {
    if (plain !== "") into().push({ kind: "text", text: plain })
    plain = ""
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (character === "\\" && at + 1 < text.length) {
      at += 1
      plain += text[at]!
    } else if (character === "{") {
      const end = text.indexOf("}", at)
      if (end < 0) return `"${text}" opens a field with { and does not close it`
      const inner = text.slice(at + 1, end)
      const name = inner.endsWith("?") ? inner.slice(0, -1) : inner
      if (name === "") return `"${text}" has a field without a name`
      flush()
      into().push({ kind: "field", name, optional: inner.endsWith("?") })
      at = end
    } else if (character === "}") return `"${text}" closes a field with } that was not opened`
    else if (character === "[") {
      if (group !== undefined) return `"${text}" has a part in brackets within another`
      flush()
      group = []
    } else if (character === "]") {
      if (group === undefined) return `"${text}" closes a part with ] that was not opened`
      flush()
      top.push({ kind: "group", parts: group })
      group = undefined
    } else plain += character
  }
  if (group !== undefined) return `"${text}" opens a part with [ and does not close it`
  flush()
  return top
}

/** What is wrong with a template, in words that follow its name; undefined if nothing is. */
export const templateFault = (text: string): string | undefined => {
  const parts = split(text)
  return typeof parts === "string" ? parts : undefined
}

const fieldsOf = (parts: ReadonlyArray<Part>): Template["fields"] =>
  parts.flatMap((part) => (part.kind === "group" ? fieldsOf(part.parts) : part.kind === "field" ? [part] : []))

const renderAll = (parts: ReadonlyArray<Part>, get: (field: string) => string, effort: Effort | undefined): string => {
  let text = ""
  for (const part of parts) {
    const before = text.length
    if (part.kind === "text") text += part.text
    else if (part.kind === "field") text += get(part.name).trim()
    else if (part.parts.every((inner) => inner.kind !== "field" || inner.optional || get(inner.name).trim() !== "")) {
      text += renderAll(part.parts, get, effort)
    }
    effort?.spend(text.length - before)
  }
  return text
}

/** A compiled template. It must be valid. */
export const compileTemplate = (text: string): Template => {
  const parts = split(text)
  if (typeof parts === "string") throw new Error(parts)
  const fields = fieldsOf(parts)
  const [only] = parts
  if (parts.length === 1 && only?.kind === "field") {
    const render: Template["render"] = (get, effort) => {
      const text = get(only.name).trim()
      effort?.spend(text.length)
      return text
    }
    return { fields, render }
  }
  return {
    fields,
    render: (get, effort) => renderAll(parts, get, effort).replace(/\s+/g, " ").trim()
  }
}
