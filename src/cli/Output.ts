import type { Console } from "effect"
import { exit, stderr, stdout } from "node:process"
import { misleading } from "../../schemas/Quoted.ts"

/**
 * Lets the program go on when its output leads nowhere: by default Node ends a process that writes to a pipe whose
 * reader, such as `head` or `tee`, has ended. What is written from then on is lost. A service goes on after any fault
 * of its output, such as a full disk or a terminal that was closed; a command that cannot write its result fails.
 */
export const outliveReaders = (isService: boolean): void => {
  stderr.on("error", () => undefined)
  stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (isService || error.code === "EPIPE") return
    stderr.write(`The output cannot be written: ${error.message}\n`)
    exit(1)
  })
}

/**
 * Control characters, each with the rest of a sequence that would colour text; ends of lines and changes of direction,
 * which would show a name as another.
 */
const control = new RegExp(String.raw`\p{Cc}(?:\[[\d;]*m)?|[${misleading}]`, "gu")

const isHarmless = (found: string): boolean => /^[\n\t]/.test(found) || (found.startsWith("\u001b") && found.length > 1)

/**
 * The text as a terminal may get it. Names in files and the words of servers may have control characters, on which it
 * would act: move its cursor, change its title, fill its clipboard. U+FFFD stands in their place.
 */
export const forTerminal = (text: string): string =>
  text.replace(control, (found) => (isHarmless(found) ? found : `\ufffd${found.slice(1)}`))

const shown = (lines: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  lines.map((line) => (typeof line === "string" ? forTerminal(line) : line))

/** Prints what a terminal may get. What goes elsewhere, as into a file, is printed as it is. */
export const printedSafely = (console: Console.Console): Console.Console => ({
  ...console,
  log: (...lines) => console.log(...(stdout.isTTY ? shown(lines) : lines)),
  error: (...lines) => console.error(...(stderr.isTTY ? shown(lines) : lines))
})
