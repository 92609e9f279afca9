/**
 * Writes what a run's log says as a page:
 *
 *   node test/mutation/tabulate.ts results.jsonl > test/mutation/RESULTS.md
 */
import { readFileSync } from "node:fs"
import type { Chosen, Seen } from "./Fault.ts"
import { listed } from "./Listed.ts"

const keyOf = ({ file, replacement, text }: Pick<Chosen, "file" | "replacement" | "text">) =>
  JSON.stringify([file, text, replacement])

/** The last end of each fault: what survived once may have been caught since. */
const seen = new Map(
  process.argv
    .slice(2)
    .flatMap((log) => readFileSync(log, "utf8").split("\n"))
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Chosen & Seen)
    .map((one) => [keyOf(one), one] as const)
)

const roomOf = (file: string): string =>
  file
    .split("/")
    .slice(0, file.startsWith("src/") ? 2 : 1)
    .join("/")

/** What differs, with a little of what stands before it. */
const difference = ({ replacement, text }: Chosen): string => {
  let [start, end] = [0, 0]
  const least = Math.min(text.length, replacement.length)
  while (start < least && text[start] === replacement[start]) start++
  while (end < least - start && text.at(-1 - end) === replacement.at(-1 - end)) end++
  const before = text.slice(Math.max(0, start - 30), start).trimStart()
  const shown = (part: string) => `${before}${part}`.replace(/\s+/g, " ").replaceAll("|", "\\|").replaceAll("`", "´")
  const [was, is] = [
    shown(text.slice(start, text.length - end)),
    shown(replacement.slice(start, replacement.length - end))
  ]
  const cut = (words: string) => (words.length > 90 ? `${words.slice(0, 89)}…` : words)
  return `\`${cut(was)}\` → \`${cut(is)}\``
}

const endOf = (fault: Chosen) =>
  fault.survives === undefined ? (seen.get(keyOf(fault))?.outcome ?? "not run") : "excused"

const row = (...cells: ReadonlyArray<string | number>): string => `| ${cells.join(" | ")} |`

const counted = (faults: ReadonlyArray<Chosen>) => {
  const count = (end: string) => faults.filter((fault) => endOf(fault) === end).length
  const [caught, excused, survived] = [count("caught"), count("excused"), count("survived")]
  const share = caught + survived === 0 ? "" : `${((100 * caught) / (caught + survived)).toFixed(1)} %`
  return [faults.length, caught, survived, excused, faults.length - caught - excused - survived, share]
}

const rooms = Array.from(new Set(listed.map(({ file }) => roomOf(file)))).toSorted()
const place = (fault: Chosen) => `${fault.file.replace(/^src\//, "")}`
const by = (fault: Chosen): string => {
  const end = seen.get(keyOf(fault))
  return end?.outcome === "caught"
    ? end.by.replaceAll("|", "\\|").replaceAll("`", "´").replace(/\s+/g, " ").slice(0, 160)
    : ""
}
const survivors = listed.filter((fault) => endOf(fault) === "survived")
const excused = listed.filter(({ survives }) => survives !== undefined)

process.stdout.write(
  [
    "# Faults, and the tests that see them",
    "",
    "Written by `tabulate.ts`; [README.md](README.md) says how the faults were chosen and how to run them again.",
    "",
    row("Room", "Planted", "Caught", "Survived", "Excused", "Not run", "Caught of those that can be"),
    row("---", "---:", "---:", "---:", "---:", "---:", "---:"),
    ...rooms.map((room) => row(room, ...counted(listed.filter(({ file }) => roomOf(file) === room)))),
    row("**All**", ...counted(listed)),
    row("of these, drawn by chance", ...counted(listed.filter(({ kind }) => kind !== "listed"))),
    "",
    "## Survivors",
    "",
    ...(survivors.length === 0
      ? ["None."]
      : [row("File", "Fault"), row("---", "---"), ...survivors.map((fault) => row(place(fault), difference(fault)))]),
    "",
    "## Excused: no test can see them, or none has to",
    "",
    row("File", "Fault", "Why"),
    row("---", "---", "---"),
    ...excused.map((fault) => row(place(fault), difference(fault), fault.survives ?? "")),
    "",
    "## Caught",
    "",
    row("File", "Fault", "Seen by"),
    row("---", "---", "---"),
    ...listed
      .filter((fault) => endOf(fault) === "caught")
      .map((fault) => row(place(fault), difference(fault), by(fault))),
    ""
  ].join("\n")
)
