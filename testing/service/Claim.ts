import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import * as Path from "node:path"
import { setTimeout as pause } from "node:timers/promises"

/** Whether there is such a process. Another's cannot be sent a signal, which is an answer, too. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

const take = (claim: string): Promise<boolean> =>
  mkdir(claim).then(
    () => true,
    () => false
  )

/** Gives a claim back that nobody holds any more: whoever made it is gone, or never came so far as to sign it. */
const clear = async (claim: string, unsigned: number): Promise<void> => {
  const holder = await readFile(Path.join(claim, "pid"), "utf8").then(Number, () => undefined)
  if (holder === undefined ? unsigned > 20 : !isAlive(holder)) await rm(claim, { recursive: true, force: true })
}

/**
 * Makes what is missing once, however many processes ask for it at the same time. Who does not make it waits.
 *
 * @param claim a folder that stands for making it
 * @param look what there is already; undefined: nothing
 */
export const makeOnce = async <A>(
  claim: string,
  look: () => Promise<A | undefined>,
  make: () => Promise<A>
): Promise<A> => {
  await mkdir(Path.dirname(claim), { recursive: true })
  for (let turn = 0; ; turn++) {
    const found = await look()
    if (found !== undefined) return found
    if (await take(claim)) {
      try {
        await writeFile(Path.join(claim, "pid"), String(process.pid))
        return (await look()) ?? (await make())
      } finally {
        await rm(claim, { recursive: true, force: true })
      }
    }
    await clear(claim, turn)
    await pause(50)
  }
}
