import { randomBytes } from "node:crypto"
import { hostname } from "node:os"
import { pid } from "node:process"
import { Context } from "effect"

/**
 * The name of this process among all that use one database: host, process ID and a few random letters, because two
 * containers on one host can share the first two.
 */
export const ProcessName = Context.Reference<string>("doorstep/ProcessName", {
  defaultValue: () => `${hostname()}-${randomBytes(2).toString("hex")}:${pid}`
})

/** The parts of the name. If the name has another form, they are empty. */
export const partsOfName = (name: string) => {
  const [, host = "", letters = "", number = "0"] = /^(.*)-([0-9a-f]{4}):(\d+)$/.exec(name) ?? []
  return { host, letters, number: Number(number) }
}
