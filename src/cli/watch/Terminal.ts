import { Clock, Console, Effect } from "effect"
import type { LawTried, RecordsRead, TrialEvent } from "./Trial.ts"
import { numberText } from "../../shared/Amounts.ts"

const shownHere = 3

const counts = ({ kept, read, rejected, whole }: RecordsRead): string => {
  const reasons = rejected.map(({ count, reason }) => `${reason} ${numberText(count)}`).join(", ")
  const lost = read - kept
  const [readText, keptText, lostText] = [read, kept, lost].map((count) => numberText(count))
  return `${whole ? "" : "first "}${readText} read, ${keptText} kept, ${lostText} rejected${reasons === "" ? "" : ` (${reasons})`}`
}

const marks: Readonly<Record<LawTried["outcome"], string>> = { kept: "✓", broken: "✗", warned: "!", untold: "–" }

const shortened = (text: string): string => (text.length > 600 ? `${text.slice(0, 600)} …` : text)

/** Reports a trial in a few lines: what became of the records, which laws are broken, and how long it took. */
export const makeTerminal = Effect.sync(() => {
  let laws: Array<LawTried> = []
  const linesOf = (event: TrialEvent, time: string): ReadonlyArray<string> => {
    switch (event.type) {
      case "began":
        laws = []
        return [`\n${time} ${event.module}`]
      case "records":
        return [
          `  ${event.source} ${event.country}: ${counts(event)}`,
          ...event.shown
            .flatMap(({ address }) => address ?? [])
            .slice(0, shownHere)
            .map((address) => `    ${address}`)
        ]
      case "law":
        laws.push(event)
        return event.outcome === "broken" || event.outcome === "warned"
          ? [`  ${marks[event.outcome]} ${event.promise}`, `      ${shortened(event.message ?? "")}`]
          : []
      case "failed": {
        const { message, place } = event
        return [
          `  ✗ ${shortened(message)}`,
          ...(place === undefined ? [] : [`      ${place.file}:${place.line}`, `      ${place.text}`])
        ]
      }
      case "done": {
        const count = (outcome: LawTried["outcome"]) => laws.filter((law) => law.outcome === outcome).length
        return [
          `  ${count("kept")} laws kept, ${count("broken")} broken, ${count("warned")} with a warning, in ${(event.milliseconds / 1000).toFixed(1)} s`
        ]
      }
      default:
        return []
    }
  }
  return (event: TrialEvent): Effect.Effect<void> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.forEach(linesOf(event, new Date(now).toTimeString().slice(0, 8)), (line) => Console.log(line), {
        discard: true
      })
    )
})
