import { openSync, writeSync, closeSync, rmSync } from "node:fs"
import * as Path from "node:path"
import { Effect } from "effect"
import type { Fleet } from "./Fleet.ts"
import type { Member } from "./Member.ts"
import type { Chance } from "./Chance.ts"
import { pause } from "../support/Telling.ts"

/** A fault that lasts for a while and is over once `mend` completes. */
export interface Harm {
  /** A description that names the victim. */
  readonly name: string
  readonly seconds: number
  /** Members that may fail to respond, or miss updates, in the meantime. */
  readonly befalls: ReadonlyArray<Member>
  /** Whether a server loses what it holds only in memory. */
  readonly isCrash?: boolean
  readonly begin: () => Promise<void>
  readonly mend: () => Promise<void>
}

type Make = (fleet: Fleet, chance: Chance) => Harm | string

const anyOf = (fleet: Fleet, chance: Chance): Member => chance.of(fleet.members)

const serving = (fleet: Fleet): ReadonlyArray<Member> => fleet.members.filter(({ command }) => command === "serve")

const killed: Make = (fleet, chance) => {
  const member = anyOf(fleet, chance)
  return {
    name: `kill -9 of the ${member.name}`,
    seconds: chance.between(1, 12),
    befalls: [member],
    begin: async () => void (await member.kill()),
    mend: () => member.start()
  }
}

/** Shorter and longer than a process may stay silent. */
const stopped: Make = (fleet, chance) => {
  const member = anyOf(fleet, chance)
  return {
    name: `SIGSTOP of the ${member.name}`,
    seconds: chance.of([3, 8, 28]),
    befalls: [member],
    begin: async () => member.signal("SIGSTOP"),
    mend: async () => member.signal("SIGCONT")
  }
}

const cutOff =
  (kind: "refuse" | "swallow", whole: boolean): Make =>
  (fleet, chance) => {
    const member = anyOf(fleet, chance)
    const networks = whole ? member.networks : [member.primary]
    const what = kind === "refuse" ? "connections are ended and refused" : "packets are lost"
    const become = async (weather: "refuse" | "swallow" | "pass") => {
      for (const network of networks) network.become({ kind: weather })
    }
    return {
      name: `${what} between the ${member.name} and ${whole ? "all servers" : "the primary"}`,
      seconds: chance.of([2, 6, 15, 26]),
      befalls: [member],
      begin: () => become(kind),
      mend: () => become("pass")
    }
  }

const slowNetwork: Make = (fleet, chance) => {
  const member = anyOf(fleet, chance)
  const millis = chance.of([40, 150, 400])
  return {
    name: `${millis} ms each way between the ${member.name} and all servers`,
    seconds: chance.between(5, 15),
    befalls: [member],
    begin: async () => {
      for (const network of member.networks) network.become({ kind: "delay", millis })
    },
    mend: async () => {
      for (const network of member.networks) network.become({ kind: "pass" })
    }
  }
}

const slowReplica: Make = ({ replicas }, chance) => {
  const number = chance.between(0, replicas.length - 1)
  const replica = replicas[number]!
  return {
    name: `replica ${number + 1} replays nothing`,
    seconds: chance.between(4, 20),
    befalls: [],
    begin: async () => void (await Effect.runPromise(replica.query("SELECT pg_wal_replay_pause()"))),
    mend: async () => void (await Effect.runPromise(replica.query("SELECT pg_wal_replay_resume()")))
  }
}

const frozenReplica: Make = ({ replicas }, chance) => {
  const number = chance.between(0, replicas.length - 1)
  const replica = replicas[number]!
  return {
    name: `replica ${number + 1} is frozen`,
    seconds: chance.between(3, 15),
    befalls: [],
    begin: () => Effect.runPromise(replica.freeze),
    mend: () => Effect.runPromise(replica.thaw)
  }
}

const lostReplica: Make = ({ replicas }, chance) => {
  const number = chance.between(0, replicas.length - 1)
  const replica = replicas[number]!
  return {
    name: `kill -9 of replica ${number + 1}`,
    seconds: chance.between(2, 12),
    befalls: [],
    begin: async () => void (await Effect.runPromise(replica.kill)),
    mend: () => Effect.runPromise(replica.start)
  }
}

/** Every member loses it at once. */
const lostPrimary: Make = ({ members, primary }, chance) => ({
  name: "kill -9 of the primary",
  isCrash: true,
  seconds: chance.between(1, 6),
  befalls: members,
  begin: async () => void (await Effect.runPromise(primary.kill)),
  mend: () => Effect.runPromise(primary.start)
})

const frozenPrimary: Make = ({ members, primary }, chance) => ({
  name: "the primary is frozen",
  seconds: chance.between(2, 8),
  befalls: members,
  begin: () => Effect.runPromise(primary.freeze),
  mend: () => Effect.runPromise(primary.thaw)
})

const fullDisk: Make = ({ small }, chance) => {
  if ("why" in small) return small.why
  const { folder } = small.member.settings
  const file = Path.join(folder, "filling")
  return {
    name: `the disk of the ${small.member.name} is full`,
    seconds: chance.between(5, 15),
    befalls: [small.member],
    begin: async () => {
      const target = openSync(file, "w")
      const block = Buffer.alloc(64 * 1024, 1)
      try {
        for (;;) writeSync(target, block)
      } catch {
        // The disk is full.
      } finally {
        closeSync(target)
      }
    },
    mend: async () => rmSync(file, { force: true })
  }
}

const clockStep: Make = (fleet, chance) => {
  const member = chance.of([...serving(fleet), ...fleet.members])
  return {
    name: `the clock of the ${member.name} is set, and set back`,
    seconds: chance.between(3, 10),
    befalls: [],
    begin: async () => member.signal("SIGUSR2"),
    mend: async () => member.signal("SIGUSR2")
  }
}

/** Every kind of fault, by name. */
export const harms: Readonly<Record<string, Make>> = {
  kill: killed,
  stop: stopped,
  refuse: cutOff("refuse", false),
  swallow: cutOff("swallow", false),
  "refuse-all": cutOff("refuse", true),
  "swallow-all": cutOff("swallow", true),
  "slow-network": slowNetwork,
  "slow-replica": slowReplica,
  "frozen-replica": frozenReplica,
  "lost-replica": lostReplica,
  "lost-primary": lostPrimary,
  "frozen-primary": frozenPrimary,
  "full-disk": fullDisk,
  clock: clockStep
}

/** Injects the fault for its duration. */
export const befall = async (harm: Harm, meanwhile: () => void): Promise<void> => {
  await harm.begin()
  try {
    for (let left = harm.seconds * 1_000; left > 0; left -= 250) {
      await pause(Math.min(250, left))
      meanwhile()
    }
  } finally {
    await harm.mend()
  }
}
