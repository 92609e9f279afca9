import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer } from "effect"
import { CliOutput, Command, type HelpDoc } from "effect/cli"
import { doorstep } from "../../src/Commands.ts"

/** The help of a command, from which people learn its flags. */
const helpOf = Effect.fnUntraced(function* (path: ReadonlyArray<string>) {
  const told: Array<HelpDoc.HelpDoc> = []
  const presenter: CliOutput.Presenter = {
    present: (event) => Effect.sync(() => (event._tag === "Help" ? void told.push(event.helpDoc) : undefined))
  }
  yield* Command.runWith(doorstep, { version: "0.0.0" })([...path, "--help"]).pipe(
    Effect.provide(Layer.merge(NodeServices.layer, CliOutput.layerPresenter(presenter))),
    Effect.ignore
  )
  return told[0]
})

/** The lines of a page that readers type into a shell: in shell blocks, and after `$` in recordings. */
export const typedLines = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/^ *```(sh|bash|text)[^\n]*\n([^]*?)^ *```/gm)).flatMap(([, language, block = ""]) =>
    block
      .replace(/\\\n\s*/g, " ")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => language !== "text" || line.startsWith("$ "))
      .map((line) => line.replace(/^\$ /, "").replace(/\s+#.*$/, ""))
      .filter((line) => line !== "" && !line.startsWith("#"))
  )

/** The npm scripts that a line runs. */
export const scriptsOf = (line: string): ReadonlyArray<string> =>
  Array.from(line.matchAll(/\bnpm run (?:--silent |--prefix \S+ )?([\w:]+)/g), ([, script = ""]) => script)

/** Whether a file or a program takes what a script writes, with the lines that npm writes first unless it is silent. */
export const isMixedWithBanner = (line: string): boolean =>
  /\bnpm (?:run (?!--silent)[^'"]*(?:>(?! ?\/dev\/null)|\| )|run (?!--silent)[^(]*\)$)/.test(line)

/** The words after `doorstep` in a line, in whichever way it is started there; undefined if it is not. */
export const wordsOf = (line: string): ReadonlyArray<string> | undefined => {
  const begun =
    /(?:npm run (?:--silent )?doorstep --|npx doorstep|(?:^|exec doorstep )doorstep)(?: (.*))?$/.exec(line) ??
    /npm start --( .*)$/.exec(line)
  if (begun === null) return undefined
  const words = (begun[1] ?? "")
    .replace(/'[^']*'|"[^"]*"/g, "quoted")
    .replace(/ (?:\||>|<|&&|;) .*$|\)+$/, "")
    .split(/\s+/)
    .filter((word) => word !== "")
  return line.includes("npm start --") ? ["serve", ...words] : words
}

/** What is wrong with the words of a command, as a sentence; undefined if nothing is. */
export const faultOf = Effect.fnUntraced(function* (words: ReadonlyArray<string>) {
  const path: Array<string> = []
  let help = yield* helpOf(path)
  for (const word of words) {
    const names = help?.subcommands?.flatMap(({ commands }) => commands.map(({ name }) => name)) ?? []
    const takesWords = (help?.args ?? []).length > 0
    if (names.length === 0 || (takesWords && !names.includes(word))) break
    if (word.startsWith("-") || !names.includes(word)) {
      return word.startsWith("-") ? undefined : `${["doorstep", ...path].join(" ")} has no ${word}`
    }
    path.push(word)
    help = yield* helpOf(path)
  }
  const flags = [...(help?.flags ?? []), ...(help?.inheritedFlags ?? []), ...(help?.globalFlags ?? [])]
  const known = new Set(flags.flatMap(({ aliases, name }) => [`--${name}`, `--no-${name}`, ...aliases]))
  const unknown = words.filter((word) => /^--?[a-z]/.test(word) && !known.has(word.replace(/=.*$/, "")))
  return unknown.length === 0 ? undefined : `${["doorstep", ...path].join(" ")} has no ${unknown.join(", ")}`
})
