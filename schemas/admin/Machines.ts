import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { data } from "../Data.ts"
import { ServiceUnavailableResponse } from "../Errors.ts"
import { Validation } from "../Validation.ts"
import { count, instant, text } from "./Fields.ts"
import { ReadServer } from "./Overview.ts"
import { SameSite, SignedIn } from "./Sessions.ts"

const rate = (description: string) => Schema.NullOr(Schema.Finite).annotate({ description })

const { lagSeconds, name, role, used, why } = ReadServer.fields

/** A server of published pools, as one process sees it. */
export const ReadServerSeen = Schema.Struct({ lagSeconds, name, role, used, why }).annotate({
  identifier: "ReadServerSeen"
})

/** A process that serves or does work. */
export const MachineProcess = Schema.Struct({
  name: text("Host, letters, number; the same as that of its runner."),
  role: text("`serve` or `work`."),
  version: text("Version of Doorstep."),
  schema: count("Last migration that it knows."),
  startedAt: instant("When it was started."),
  silentSeconds: Schema.Finite.annotate({ description: "Seconds since its last heartbeat." }),
  silent: Schema.Boolean.annotate({ description: "Whether it is considered dead." }),
  listens: Schema.NullOr(Schema.String).annotate({
    description: "The address at which it serves; null if it serves nothing."
  }),
  cores: rate("Processors that it keeps busy."),
  memoryBytes: rate("Memory that it holds."),
  requestsPerSecond: rate("Requests of the public API."),
  drawsPerSecond: rate("Addresses that it hands out."),
  readServers: Schema.Array(ReadServerSeen).annotate({
    description: "The servers from which it reads published pools; empty without replicas."
  })
}).annotate({ identifier: "MachineProcess" })
export type MachineProcess = typeof MachineProcess.Type

/** A process that reads sources and publishes them. */
export const MachineRunner = Schema.Struct({
  name: text("The name of its process."),
  silentSeconds: Schema.Finite.annotate({ description: "Seconds since its last heartbeat." }),
  silent: Schema.Boolean.annotate({ description: "Whether others have taken over its work." }),
  stuck: Schema.NullOr(Schema.String).annotate({ description: "Why its work makes no progress; null: it does." }),
  shards: count("Shares of the work that it has."),
  partsRead: Schema.NullOr(Schema.Int).annotate({
    description: "Parts that it has read for runs of others."
  }),
  worksOn: Schema.Array(Schema.String).annotate({ description: "Source and country of its runs." })
}).annotate({ identifier: "MachineRunner" })
export type MachineRunner = typeof MachineRunner.Type

export const Machines = Schema.Struct({
  processes: Schema.Array(MachineProcess).annotate({ description: "All processes that share the database." }),
  runners: Schema.Array(MachineRunner).annotate({ description: "Processes that run synchronizations." }),
  shards: count("Shares of the work that there are."),
  waiting: Schema.Struct({
    ordered: count("Synchronizations that were ordered and are not done."),
    messages: count("Messages that no runner has taken."),
    oldestSeconds: Schema.Finite.annotate({ description: "How long the oldest of them has waited." }),
    stuck: Schema.Boolean.annotate({ description: "Whether that is too long." })
  }),
  schema: Schema.Struct({
    known: count("Last migration that this process knows."),
    ahead: Schema.Array(Schema.String).annotate({
      description: "Migrations of a newer version."
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
        description: "Who shares the database, what each does, and what is waiting."
      })
    )
  )
  .middleware(Validation)
  .middleware(SignedIn)
  .middleware(SameSite)
  .annotateMerge(OpenApi.annotations({ title: "Machines", description: "Processes, runners and replicas." })) {}
