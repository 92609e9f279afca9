import { ServerResponse } from "node:http"

/** Answers that are complete, in the order in which they became so. */
let complete: Array<() => void> = []

const writeAll = (): void => {
  const writes = complete
  complete = []
  for (const write of writes) write()
}

/** Shared by all answers, which are many. */
function leave(this: ServerResponse): void {
  this.destroy()
}

/**
 * An answer that is written together with all others that become complete in the same turn of the event loop. Each write by
 * itself wakes a client that waits; right behind one another they find it awake, which halves what writing costs under
 * load. A single answer leaves at the end of its turn.
 */
export class JointResponse extends ServerResponse {
  constructor(...args: ConstructorParameters<typeof ServerResponse>) {
    super(...args)
    // An answer's error, such as ending twice, concerns its client alone; without a listener it would end the process.
    this.on("error", leave)
  }

  override end(...args: ReadonlyArray<unknown>): this {
    const write = (): void => {
      try {
        Reflect.apply(super.end, this, args)
      } catch (error) {
        // There is nobody left to tell, and other answers must not suffer: end this connection.
        this.destroy(error as Error)
      }
    }
    if (complete.push(write) === 1) setImmediate(writeAll)
    return this
  }
}
