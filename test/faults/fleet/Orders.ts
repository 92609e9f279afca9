import { randomUUID } from "node:crypto"
import { ConfigProvider, Effect, Layer, ManagedRuntime } from "effect"
import { SqlClient } from "effect/sql"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Database } from "../../../src/database/Database.ts"
import { SourceRegistry } from "../../../sources/DataSource.ts"
import * as Runner from "../../../src/cluster/Runner.ts"
import { Publisher } from "../../../src/sync/publish/Publisher.ts"
import * as PublisherPostgres from "../../../src/sync/publish/PublisherPostgres.ts"
import { Schedules } from "../../../src/sync/run/Schedules.ts"
import { Synchronizer } from "../../../src/sync/run/Synchronizer.ts"
import { WorkQueue } from "../../../src/sync/run/WorkQueue.ts"
import { pause } from "../support/Telling.ts"
import { homesOfEdition } from "../fixtures/Editions.ts"
import { type Fleet, limited } from "./Fleet.ts"
import type { Ledger, Looked } from "./Ledger.ts"

/** This process, outside the fleet: it orders runs and watches, bypassing the faulty networks. */
const layerOnlooker = Runner.layer(false).pipe(
  Layer.provideMerge(Layer.merge(Synchronizer.layerNoDeps, Schedules.layerNoDeps)),
  Layer.provideMerge(PublisherPostgres.layerNoDeps()),
  Layer.provide(SourceRegistry.layer),
  Layer.provideMerge(Database.layer)
)

/** The pause between two looks at the database, in milliseconds. */
const lookEvery = 300

interface Stood {
  readonly version: number
  readonly homes: number
  readonly streets: ReadonlyArray<string>
}

const order = (name: string) =>
  Effect.flatMap(WorkQueue, ({ put }) =>
    put({ source: "editions", country: "DE", order: name, startedBy: "service", anyway: true })
  )

/** The state of an order's runs. */
const standing = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  // Ask this first: the runs of an order that is done no longer change.
  const publisher = yield* Publisher
  const { isDone } = yield* publisher.attempts({ source: "editions", country: "DE", order: name })
  const runs = yield* sql<{ readonly outcome: string; readonly phase: string; readonly read: number }>`
    SELECT outcome, phase, read_count AS read FROM run WHERE work = ${name} ORDER BY id`
  return { isDone, runs }
})

/** The published pool, read in one statement. */
const stood = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Stood>`
    SELECT version::int AS version, (SELECT count(*)::int FROM address WHERE country = 'DE') AS homes,
      ARRAY(SELECT DISTINCT s.street_name FROM address a JOIN street s ON s.key = a.street WHERE a.country = 'DE') AS streets
    FROM pool WHERE country = 'DE'`
  return row
})

/** The limited token's window, if one is open. */
const limitedWindow = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly used: number; readonly leftMillis: number }>`
    SELECT used, (60000 - 1000 * extract(epoch FROM clock_timestamp() - started_at))::float8 AS "leftMillis"
    FROM rate_window WHERE started_at > clock_timestamp() - interval '60 seconds' AND allowance = ${limited}`
  return row
})

/** Whom the database knows, what waits in it, and who holds what. */
const state = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ readonly state: unknown }>`
    SELECT json_build_object(
      'runs', ARRAY(SELECT row_to_json(r) FROM (
        SELECT id, work, runner, outcome, phase, message, staging, now() - started_at AS begun, now() - progress_at AS silent
        FROM run ORDER BY id DESC LIMIT 4) r),
      'runners', ARRAY(SELECT row_to_json(r) FROM (
        SELECT address, healthy, now() - last_heartbeat AS silent FROM cluster.work_runners) r),
      'messages', ARRAY(SELECT row_to_json(m) FROM (
        SELECT shard_id, entity_type, entity_id, tag, kind, last_read, payload FROM cluster.work_messages
        WHERE NOT processed) m),
      'sessions', ARRAY(SELECT row_to_json(a) FROM (
        SELECT pid, application_name, state, wait_event, now() - state_change AS since, left(query, 100) AS query,
          ARRAY(SELECT DISTINCT concat_ws(' ', locktype, CASE WHEN objsubid = 2 THEN 'shards' ELSE objid::text END, mode, granted)
            FROM pg_locks l WHERE l.pid = a.pid AND locktype = 'advisory') AS locks
        FROM pg_stat_activity a WHERE datname = current_database()) a)
    ) AS state`
  return row?.state
})

/** Orders one edition after another and checks each outcome against the promises. */
export class Orders {
  readonly #fleet: Fleet
  readonly #ledger: Ledger
  readonly #runtime
  #isOver = false
  #edition = 0
  /** The latest error from asking the database. */
  #failure = ""
  #underWay: string | undefined
  #work: Promise<unknown> = Promise.resolve()

  constructor(fleet: Fleet, ledger: Ledger) {
    this.#fleet = fleet
    this.#ledger = ledger
    const settings = ConfigProvider.layer(ConfigProvider.fromUnknown({ DATABASE_URL: fleet.url.href }))
    this.#runtime = ManagedRuntime.make(
      layerOnlooker.pipe(Layer.provide(settings), Layer.provideMerge(NodeServices.layer))
    )
  }

  /** The result of a query, or undefined while the server is unavailable. */
  async #ask<A, E>(
    question: Effect.Effect<A, E, WorkQueue | Publisher | SqlClient.SqlClient>
  ): Promise<{ readonly is: A } | undefined> {
    const bounded = question.pipe(
      Effect.map((is) => ({ is })),
      Effect.timeoutOrElse({ duration: "5 seconds", orElse: () => Effect.undefined }),
      Effect.catch((error) =>
        Effect.as(
          Effect.sync(() => (this.#failure = String(error))),
          undefined
        )
      )
    )
    return this.#runtime.runPromise(bounded)
  }

  /** What the database has of the limited token; undefined where it cannot be asked. */
  limitedWindow = async (): Promise<Looked | undefined> => {
    const from = performance.now()
    const found = await this.#ask(limitedWindow)
    return found && { from, to: performance.now(), window: found.is }
  }

  /** What the database shows, for who looks for a fault. */
  state = async (): Promise<string> => JSON.stringify((await this.#ask(state))?.is ?? this.#failure, undefined, 1)

  begin(): void {
    this.#work = Promise.all([this.#looks(), this.#orders()])
  }

  async #looks(): Promise<void> {
    while (!this.#isOver) {
      await pause(lookEvery)
      const found = await this.#ask(stood)
      if (found?.is === undefined) continue
      const { homes, streets, version } = found.is
      const editions = streets.map((street) => Number(/Ausgabe (\d+)/.exec(street)?.[1]))
      this.#ledger.stands(performance.now(), version, Array.from(new Set(editions)), homes, homesOfEdition)
    }
  }

  async #orders(): Promise<void> {
    while (!this.#isOver) {
      this.#edition++
      this.#fleet.offer(this.#edition)
      const name = `edition ${this.#edition} ${randomUUID().slice(0, 8)}`
      this.#underWay = name
      // Putting the same order again does not duplicate it.
      while (!this.#isOver && (await this.#ask(order(name))) === undefined) {
        this.#ledger.moves(performance.now(), name, "not ordered")
        await pause(lookEvery)
      }
      await this.#untilDone(name)
      this.#underWay = undefined
    }
  }

  async #untilDone(name: string): Promise<void> {
    while (!this.#isOver) {
      const found = await this.#ask(standing(name))
      const now = performance.now()
      if (found?.is.isDone === true) {
        this.#ledger.done(
          name,
          found.is.runs.map(({ outcome }) => outcome)
        )
        return
      }
      this.#ledger.moves(now, name, JSON.stringify(found?.is.runs ?? `it cannot be asked: ${this.#failure}`))
      await pause(lookEvery)
    }
  }

  /** Waits until the current order is done. */
  async settled(seconds: number): Promise<void> {
    const name = this.#underWay
    if (name === undefined) return
    for (let left = seconds * 1_000; left > 0; left -= 200) {
      if (this.#underWay !== name) return
      await pause(200)
    }
    const { underWay } = this.#ledger
    this.#ledger.break(`${name} is not done ${seconds} seconds after everything is well: ${underWay}`)
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#work
    await this.#runtime.dispose()
  }
}
