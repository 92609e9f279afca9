import { exit, stderr, stdout } from "node:process"

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
