import { Context, Effect, Layer } from "effect"
import { LeastRecentlyUsed } from "../shared/LeastRecentlyUsed.ts"
import { steadyMillis } from "../shared/Clocks.ts"
import { isOpen } from "./RateLimit.ts"

/** How many unknown tokens one address may try in a minute: as many as a token may send requests by default. */
export const strangersLimit = 600

/** How many addresses are remembered at most. */
const capacity = 10_000

/** The network that one client controls: with IPv6, 64 bits of addresses; with IPv4, one. */
const holderOf = (address: string): string => {
  const [front = "", back] = address.split("::")
  const groups = front === "" ? [] : front.split(":")
  const missing = back === undefined ? 0 : 8 - groups.length - (back === "" ? 0 : back.split(":").length)
  const all = [...groups, ...Array.from({ length: missing }, () => "0"), ...(back ? back.split(":") : [])]
  return all.slice(0, 4).join(":")
}

const makeStrangers = (): Strangers["Service"] => {
  const windows = new LeastRecentlyUsed<{ readonly startedAt: number; used: number }>(capacity)
  return {
    isTired: (address) =>
      Effect.map(steadyMillis, (now) => {
        const window = windows.get(holderOf(address))
        return window !== undefined && isOpen(window.startedAt, now) && window.used >= strangersLimit
      }),
    count: (address) =>
      Effect.map(steadyMillis, (now) => {
        const key = holderOf(address)
        const window = windows.get(key)
        if (window !== undefined && isOpen(window.startedAt, now)) window.used++
        else windows.set(key, { startedAt: now, used: 1 })
      })
  }
}

/**
 * Counts unknown tokens by client address, because each costs a look-up that delays valid ones. A window is a minute
 * from the first one.
 */
export class Strangers extends Context.Service<
  Strangers,
  {
    /** Whether the address has tried too many. */
    readonly isTired: (address: string) => Effect.Effect<boolean>
    readonly count: (address: string) => Effect.Effect<void>
  }
>()("doorstep/Strangers") {
  static readonly layer = Layer.sync(Strangers, makeStrangers)
}
