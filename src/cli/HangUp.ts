import process from "node:process"

/**
 * Stops a program whose terminal is closed as SIGTERM does. Otherwise SIGHUP would end it at once, even under nohup,
 * because Node does not leave the signal ignored: requests in flight would be cut off, and the embedded server left behind.
 */
export const stopOnHangUp = (): void => {
  process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"))
}
