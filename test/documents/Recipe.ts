/** A code block of a recipe that creates or changes a file. */
export interface Step {
  readonly recipe: string
  readonly file: string
  readonly kind: "make" | "change"
  readonly text: string
}

/** The blocks of a document that name a file, in order, each with the heading above it. */
export const stepsOf = (document: string): ReadonlyArray<Step> => {
  const steps: Array<Step> = []
  let recipe = ""
  for (const [, heading, info, language, file, text] of document.matchAll(
    /^### (.+)$|^```((\w+)[^\n]*?(?: file=(\S+))?)\n([^]*?)^```$/gm
  )) {
    if (heading !== undefined) recipe = heading
    if (info === undefined || file === undefined) continue
    steps.push({ recipe, file, kind: language === "diff" ? "change" : "make", text: text ?? "" })
  }
  return steps
}

/** The commands that a document tells the reader to run, one per line, by the heading above them. */
export const commandsOf = (document: string): ReadonlyMap<string, ReadonlyArray<string>> => {
  const commands = new Map<string, Array<string>>()
  let recipe = ""
  for (const [, heading, text] of document.matchAll(/^#{2,3} (.+)$|^```(?:sh|bash)\n([^]*?)^```$/gm)) {
    if (heading !== undefined) recipe = heading
    if (text === undefined) continue
    const lines = text.split("\n").filter((line) => line.trim() !== "")
    commands.set(recipe, [...(commands.get(recipe) ?? []), ...lines])
  }
  return commands
}

const anyLine = "…"

const matchesAt = (lines: ReadonlyArray<string>, at: number, wanted: ReadonlyArray<string>): boolean =>
  wanted.every((line, offset) => line.trim() === anyLine || lines[at + offset] === line)

/** A file's text with a diff applied; a sentence if the diff fits nowhere, or in several places. */
export const changed = (text: string, diff: string): { readonly text: string } | { readonly fault: string } => {
  const hunk = diff.split("\n").filter((line) => line !== "")
  const before = hunk.filter((line) => !line.startsWith("+")).map((line) => line.slice(1))
  const lines = text.split("\n")
  const places = lines.keys().filter((at) => matchesAt(lines, at, before))
  const [at, other] = Array.from(places)
  if (at === undefined) return { fault: `It has no\n${before.join("\n")}` }
  if (other !== undefined) return { fault: `It has more than one\n${before.join("\n")}` }
  let next = at
  const after: Array<string> = []
  for (const line of hunk) {
    if (line.startsWith("-")) next += 1
    else if (line.startsWith("+")) after.push(line.slice(1))
    else if (line.slice(1).trim() === anyLine) after.push(`${lines[next++]!.replace(/,?$/, ",")}`)
    else after.push(lines[next++]!)
  }
  return { text: [...lines.slice(0, at), ...after, ...lines.slice(at + before.length)].join("\n") }
}
