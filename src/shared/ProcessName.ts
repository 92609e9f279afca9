import { randomBytes } from "node:crypto"
import { hostname } from "node:os"
import { pid } from "node:process"
import { Context } from "effect"

/**
 * The name of this process among all that work on one database: its host and number, and a few letters between, since two
 * containers on one host can have both in common.
 */
export const ProcessName = Context.Reference<string>("doorstep/ProcessName", {
  defaultValue: () => `${hostname()}-${randomBytes(2).toString("hex")}:${pid}`
})

/** Its parts; those of a name of another form are empty. */
export const partsOfName = (name: string) => {
  const [, host = "", letters = "", number = "0"] = /^(.*)-([0-9a-f]{4}):(\d+)$/.exec(name) ?? []
  return { host, letters, number: Number(number) }
}
