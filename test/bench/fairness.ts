import { Console, Effect, Path } from "effect"
import { Command, Flag } from "effect/cli"
import { drive, type Request } from "./Driving.ts"
import { createToken, startService } from "./Servers.ts"
import { runProgram } from "../support/RunProgram.ts"

/** The most by which the p99 of a token may grow, as a multiple, while another token saturates the service. */
const bar = 10

const flags = {
  data: Flag.String("data").pipe(
    Flag.withDescription(
      "A DATA_DIR with a pool of US, such as .data/bench/2-100000 from npm run bench -- --rows 100000"
    )
  ),
  connections: Flag.Int("connections").pipe(Flag.withDescription("Of the greedy token"), Flag.withDefault(32)),
  seconds: Flag.Int("seconds").pipe(Flag.withDescription("Seconds of one measurement"), Flag.withDefault(8))
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const batch = (token: string): Request => ({
  method: "POST",
  path: "/api/v1/generate/batch",
  headers: { ...bearer(token), "content-type": "application/json" },
  body: JSON.stringify({ count: 50, filters: { country: "US" } })
})

const generate = (token: string): Request => ({ path: "/api/v1/generate?country=US", headers: bearer(token) })

const fairness = Command.make(
  "fairness",
  flags,
  Effect.fnUntraced(function* ({ connections, data, seconds }) {
    const { resolve } = yield* Path.Path
    const dataDir = resolve(data)
    const service = yield* Effect.acquireRelease(
      Effect.promise(() => startService({ dataDir, workers: 1, profile: undefined })),
      ({ stop }) => Effect.promise(stop)
    )
    const { url } = service
    const [modest, greedy] = yield* Effect.promise(async () => [await createToken(dataDir), await createToken(dataDir)])
    const one = { url, connections: 1, warmUpSeconds: 1, seconds, requests: [generate(modest!)] }
    const many = { url, connections, warmUpSeconds: 1, seconds, requests: [batch(greedy!)] }
    const { alone, greedyAlone, together, greedyTogether } = yield* Effect.promise(async () => {
      await drive({ ...many, seconds: 3 })
      const alone = await drive(one)
      const greedyAlone = await drive(many)
      const [together, greedyTogether] = await Promise.all([drive(one), drive(many)])
      return { alone, greedyAlone, together, greedyTogether }
    })
    const ratio = together.p99 / alone.p99
    const shown = (name: string, { failed, p50, p99, perSecond }: typeof alone) =>
      Console.log(
        `${name}: ${perSecond.toFixed(1)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${failed} failed`
      )
    yield* shown("one connection of generate, alone", alone)
    yield* shown(`${connections} connections of batches of 50, alone`, greedyAlone)
    yield* shown("one connection of generate, beside them", together)
    yield* shown(`${connections} connections of batches of 50, beside it`, greedyTogether)
    yield* Console.log(`p99 beside them: ${ratio.toFixed(1)} times that alone; the bar is ${bar}`)
    if (!(ratio < bar)) return yield* Effect.fail("The bar is missed.")
  }, Effect.scoped)
).pipe(Command.withDescription("Measure what one token's load does to another"))

runProgram(fairness)
