import { pause } from "../support/Telling.ts"
import { type Fleet, limited } from "./Fleet.ts"
import type { Answer, Ledger, Looked } from "./Ledger.ts"
import type { Member } from "./Member.ts"

/** The pause between two requests of one client, in milliseconds. */
const between = 120

/** A client's timeout, long enough for a stopped process to respond once it continues. */
const patience = 45_000

const questions: ReadonlyArray<{ readonly path: string; readonly body?: unknown }> = [
  { path: "/api/v1/generate?country=DE" },
  { path: "/api/v1/generate?country=DE&strategy=instant" },
  {
    path: "/api/v1/generate/batch",
    body: { count: 5, filters: { country: "DE" } }
  },
  { path: "/api/v1/generate?country=DE&city=Musterstadt" }
]

const ask = async (
  member: Member,
  url: string,
  token: string,
  { body, path }: (typeof questions)[number]
): Promise<Answer> => {
  const begunAt = performance.now()
  const response = await fetch(url + path, {
    signal: AbortSignal.timeout(patience),
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) })
  })
  const text = await response.text()
  const { headers, status } = response
  const [remaining, resetSeconds] = ["ratelimit-remaining", "ratelimit-reset"].map((name) =>
    Number(headers.get(name) ?? Number.NaN)
  )
  return {
    by: member.name,
    path,
    begunAt,
    endedAt: performance.now(),
    status,
    text,
    remaining: remaining!,
    resetSeconds: resetSeconds!
  }
}

/** Clients that send requests until told to stop and enter every response in the ledger. */
export class Load {
  #isOver = false
  readonly #clients: ReadonlyArray<Promise<void>>

  constructor(fleet: Fleet, ledger: Ledger, look: () => Promise<Looked | undefined>) {
    const services = fleet.members.filter(({ command }) => command === "serve")
    this.#clients = [
      // These alternate between the services: the version they see must never go back.
      ...[0, 1].map((number) => this.#asks(fleet, ledger, `client ${number + 1}`, services, number)),
      // These keep to one service each, and go on while the other hangs.
      ...services.map((member, number) => this.#asks(fleet, ledger, `client of the ${member.name}`, [member], number)),
      ...services.map((member) => this.#presses(fleet, ledger, member, look))
    ]
  }

  async #asks(
    fleet: Fleet,
    ledger: Ledger,
    client: string,
    services: ReadonlyArray<Member>,
    first: number
  ): Promise<void> {
    for (let i = first; !this.#isOver; i++) {
      const member = services[i % services.length]!
      await pause(between)
      const { url } = member
      if (url === undefined) continue
      try {
        const question = questions[Math.floor(i / services.length) % questions.length]!
        ledger.answered(client, await ask(member, url, fleet.tokens.free, question))
      } catch {
        // The process was killed, or stopped for longer than the timeout.
        ledger.count(`${member.name} none`)
      }
    }
  }

  /** Keeps using up the limited token. */
  async #presses(fleet: Fleet, ledger: Ledger, member: Member, look: () => Promise<Looked | undefined>): Promise<void> {
    while (!this.#isOver) {
      await pause(4 * between)
      const { url } = member
      if (url === undefined) continue
      try {
        const answer = await ask(member, url, fleet.tokens.limited, questions[0]!)
        ledger.count(`limited ${answer.status}`)
        ledger.counted(answer)
        if (answer.status !== 429) continue
        const looked = await look()
        if (looked !== undefined) ledger.refused(answer, looked, limited)
      } catch {
        ledger.count(`${member.name} none`)
      }
    }
  }

  stop(): Promise<unknown> {
    this.#isOver = true
    return Promise.all(this.#clients)
  }
}
