import { type IncomingMessage, ServerResponse } from "node:http"

/** Completed responses, in order of completion. */
let complete: Array<() => void> = []

const writeAll = (): void => {
  const writes = complete
  complete = []
  for (const write of writes) write()
}

/** Shared by all responses, because there are many. */
function leave(this: ServerResponse): void {
  this.destroy()
}

/**
 * A response that is written together with all others that complete in the same turn of the event loop. A write on its
 * own wakes a waiting client. Writes in quick succession find the client awake, which halves the cost of writing under
 * load. A single response is sent at the end of its turn.
 */
export class JointResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Whether `end` was called, and the rest of the response is written at the end of the turn, if not yet. */
  isComplete = false

  constructor(...args: ConstructorParameters<typeof ServerResponse<Request>>) {
    super(...args)
    // An error of one response, such as ending twice, concerns only its client. Without a listener it would end the
    // process.
    this.on("error", leave)
  }

  override end(...args: ReadonlyArray<unknown>): this {
    this.isComplete = true
    const write = (): void => {
      try {
        Reflect.apply(super.end, this, args)
      } catch (error) {
        // Nobody is left to tell, and other responses must not suffer: end this connection.
        this.destroy(error as Error)
      }
    }
    if (complete.push(write) === 1) setImmediate(writeAll)
    return this
  }
}
