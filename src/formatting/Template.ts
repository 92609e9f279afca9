/** Component values by the names that the templates use. */
export type Fields = { readonly [name: string]: string | undefined }

/** A compiled template: renders the text, which still contains blanks and stray separators. */
export type Template = (fields: Fields) => string

const tag = /\{\{\{(\w+)\}\}\}/

/** Text and `{{{name}}}`: the odd parts of the split are names. */
const sequence = (text: string): Template => {
  const parts = text.split(tag)
  if (parts.length === 1) return () => text
  return (fields) => {
    let rendered = ""
    for (let i = 0; i < parts.length; i++) rendered += i % 2 === 0 ? parts[i]! : (fields[parts[i]!] ?? "")
    return rendered
  }
}

/** `a || b`: the first alternative that renders to anything but white space. */
const firstOf = (text: string): Template => {
  const alternatives = text.split("||").map(sequence)
  return (fields) => {
    for (const alternative of alternatives) {
      const rendered = alternative(fields).trim()
      if (rendered !== "") return rendered
    }
    return ""
  }
}

/** `{{#name}} … {{/name}}`: empty without a value for `name`. */
const withField = (name: string, text: string): Template => {
  const content = sequence(text)
  return (fields) => (fields[name] === undefined ? "" : content(fields))
}

/**
 * Compiles the parts of Mustache that OpenCage's templates use: `{{{name}}}`, `{{#first}} … {{/first}}` and `{{#name}}
 * … {{/name}}`.
 */
export const compileTemplate = (text: string): Template => {
  const pieces = text.split(/\{\{#(\w+)\}\}(.+?)\{\{\/\w+\}\}/s)
  const parts: Array<Template> = [sequence(pieces[0]!)]
  for (let i = 1; i < pieces.length; i += 3) {
    const name = pieces[i]!
    const content = pieces[i + 1]!
    parts.push(name === "first" ? firstOf(content) : withField(name, content), sequence(pieces[i + 2]!))
  }
  return (fields) => {
    let rendered = ""
    for (const part of parts) rendered += part(fields)
    return rendered
  }
}
