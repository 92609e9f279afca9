import process from "node:process"

/** A command of npm that is Doorstep alone: `npm start`, `npm run doorstep`, `npx doorstep`. */
const isDoorstep = /^(?:node (?:--\S+ )*)?['"]?\S*(?:\bstart\.mjs|\bdoorstep)['"]?(?: [^&;|]*)?$/

/**
 * npm passes the signal that ends it to its shell, which passes it to nobody: the program would go on and keep its port
 * and its folder, although whoever started it believes that it has ended. So it stops with the shell. A command that
 * does more than run Doorstep may end before it on purpose.
 */
const stopWithNpm = (everyMillis: number): void => {
  if (!isDoorstep.test(process.env["npm_lifecycle_script"] ?? "")) return
  const shell = process.ppid
  const look = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(look)
    process.kill(process.pid, "SIGTERM")
  }, everyMillis)
  look.unref()
}

/**
 * Settles what signals do that Node or npm handle otherwise than an operator expects.
 *
 * A program whose terminal is closed stops as by SIGTERM. Otherwise SIGHUP would end it at once, even under nohup,
 * because Node does not leave the signal ignored: requests in flight would be cut off, and the embedded server left behind.
 *
 * SIGUSR1 and SIGUSR2, which whatever rotates logs sends to have them reopened, change nothing: there is no log file.
 * Otherwise the first would open Node's debugger, through which any user of the machine can run code as this one, and
 * the second would end the program at once.
 *
 * @param everyMillis how often a program that npm runs looks whether npm's shell is still there
 */
export const settleSignals = (everyMillis = 500): void => {
  process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"))
  process.on("SIGUSR1", () => undefined)
  process.on("SIGUSR2", () => undefined)
  stopWithNpm(everyMillis)
}
