import process from "node:process"

/**
 * Settles what signals do that Node handles otherwise than an operator expects.
 *
 * A program whose terminal is closed stops as by SIGTERM. Otherwise SIGHUP would end it at once, even under nohup,
 * because Node does not leave the signal ignored: requests in flight would be cut off, and the embedded server left behind.
 *
 * SIGUSR1 and SIGUSR2, which whatever rotates logs sends to have them reopened, change nothing: there is no log file.
 * Otherwise the first would open Node's debugger, through which any user of the machine can run code as this one, and
 * the second would end the program at once.
 */
export const settleSignals = (): void => {
  process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"))
  process.on("SIGUSR1", () => undefined)
  process.on("SIGUSR2", () => undefined)
}
