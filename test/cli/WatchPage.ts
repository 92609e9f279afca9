import { type IncomingMessage, request } from "node:http"
import type { RecordsRead, TrialEvent } from "../../src/cli/watch/Trial.ts"

type Of<Type extends TrialEvent["type"]> = Extract<TrialEvent, { type: Type }>

export const ask = (
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET"
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => request(url, { headers, method }, resolve).on("error", reject).end())

/** The events that an open page receives. */
export class WatchPage {
  readonly #events: Array<TrialEvent> = []
  #heard = () => {}
  #text = ""
  #at = 0

  static async open(url: string): Promise<WatchPage> {
    const page = new WatchPage()
    const answer = await ask(`${url}events`)
    answer.setEncoding("utf8").on("data", (chunk: string) => page.#take(chunk))
    answer.on("error", () => {})
    return page
  }

  #take(chunk: string): void {
    const messages = (this.#text + chunk).split("\n\n")
    this.#text = messages.pop()!
    for (const message of messages) {
      if (message.startsWith("data: ")) this.#events.push(JSON.parse(message.slice(6)) as TrialEvent)
    }
    this.#heard()
  }

  /** The next matching event of a type. Events skipped on the way are lost. */
  async next<Type extends TrialEvent["type"]>(type: Type, holds: (event: Of<Type>) => boolean = () => true) {
    for (;;) {
      while (this.#at < this.#events.length) {
        const event = this.#events[this.#at++]!
        if (event.type === type && holds(event as Of<Type>)) return event as Of<Type>
      }
      await new Promise<void>((resolve) => (this.#heard = resolve))
    }
  }

  /** All events up to the end of the current trial. */
  async rest(): Promise<ReadonlyArray<TrialEvent>> {
    const from = this.#at
    await this.next("done")
    return this.#events.slice(from, this.#at)
  }
}

/** The addresses among the records shown. */
export const addresses = ({ shown }: RecordsRead) => shown.flatMap(({ address }) => address ?? [])
