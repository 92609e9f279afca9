import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { data } from "../Data.ts"
import { ServiceUnavailableResponse } from "../Errors.ts"
import { Validation } from "../Validation.ts"
import { count, instant, text } from "./Fields.ts"
import { SameSite, SignedIn } from "./Sessions.ts"

const rate = (description: string) => Schema.NullOr(Schema.Finite).annotate({ description })

/** A server of published pools, as one process sees it. */
export const ReadServerSeen = Schema.Struct({
  name: text("Host, port and database."),
  role: Schema.Literals(["primary", "replica"]),
  used: Schema.Boolean.annotate({ description: "Whether the process reads from it now." }),
  why: Schema.NullOr(Schema.String).annotate({ description: "Why it does not; null where it does." }),
  lagSeconds: rate("How far it is behind; null where it is not known.")
}).annotate({ identifier: "ReadServerSeen" })

/** A process that serves or does work. */
export const MachineProcess = Schema.Struct({
  name: text("Its host, some letters, and its number there. It is the same as that of the runner that it is."),
  role: text("`serve` or `work`."),
  version: text("Version of Doorstep."),
  schema: count("The last migration that it knows."),
  startedAt: instant("When it was started."),
  silentSeconds: Schema.Finite.annotate({ description: "Since its last sign; one comes every five seconds." }),
  silent: Schema.Boolean.annotate({ description: "Whether it is taken for dead." }),
  listens: Schema.NullOr(Schema.String).annotate({ description: "Where it answers; null: nowhere." }),
  cores: rate("Processors that it keeps busy; null where it does not say."),
  memoryBytes: rate("Memory that it holds; null where it does not say."),
  requestsPerSecond: rate("Requests of the public API; null where it serves none."),
  drawsPerSecond: rate("Addresses that it hands out; null where it serves none."),
  readServers: Schema.Array(ReadServerSeen).annotate({
    description:
      "The servers that it reads published pools from: the primary, then replicas. Empty where there are none."
  })
}).annotate({ identifier: "MachineProcess" })
export type MachineProcess = typeof MachineProcess.Type

/** A process that reads sources and publishes them. */
export const MachineRunner = Schema.Struct({
  name: text("The name of its process."),
  silentSeconds: Schema.Finite.annotate({ description: "Since its last sign." }),
  silent: Schema.Boolean.annotate({ description: "Whether its work has gone to others." }),
  shards: count("Shares of the work that it has."),
  partsRead: Schema.NullOr(Schema.Int).annotate({
    description: "Parts of sources that it has read for runs of others; null where it does not say."
  }),
  worksOn: Schema.Array(Schema.String).annotate({ description: "Source and country of the runs that it works on." })
}).annotate({ identifier: "MachineRunner" })
export type MachineRunner = typeof MachineRunner.Type

export const Machines = Schema.Struct({
  processes: Schema.Array(MachineProcess).annotate({ description: "All that share the database." }),
  runners: Schema.Array(MachineRunner).annotate({ description: "Those that do work." }),
  shards: count("Shares of the work that there are."),
  waiting: Schema.Struct({
    ordered: count("Synchronizations that were ordered and are not done."),
    messages: count("Messages to runners that nobody has taken yet."),
    oldestSeconds: Schema.Finite.annotate({ description: "For how long the oldest of them has waited." }),
    stuck: Schema.Boolean.annotate({ description: "Whether that is too long." })
  }),
  schema: Schema.Struct({
    known: count("The last migration that the process knows which answers."),
    ahead: Schema.Array(Schema.String).annotate({
      description: "Migrations of a newer version that the database has had, beside which this one goes on."
    })
  })
}).annotate({ identifier: "Machines" })
export type Machines = typeof Machines.Type

/** Who is there. */
export class MachinesGroup extends HttpApiGroup.make("machines")
  .add(
    HttpApiEndpoint.get("machines", "/machines", {
      success: data(Machines),
      error: ServiceUnavailableResponse
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "machines",
        summary: "Processes, runners and replicas",
        description: "Everything that shares the database, what each does now, and what waits for it."
      })
    )
  )
  .middleware(Validation)
  .middleware(SignedIn)
  .middleware(SameSite)
  .annotateMerge(OpenApi.annotations({ title: "Machines", description: "Who is there." })) {}
