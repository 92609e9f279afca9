import { Duration } from "effect"

/** How long something may take that somebody waits for, and what that follows from. */
export interface TimeBudget {
  readonly time: Duration.Duration
  /** Who waits so long. */
  readonly waits: string
  readonly because: string
}

const budget = (time: Duration.Input, waits: string, because: string): TimeBudget => ({
  time: Duration.fromInputUnsafe(time),
  waits,
  because
})

/**
 * Every time that somebody is kept waiting for. Nothing else in the service says how long: a rule of lint sees to that. How
 * they have to stand to one another is in {@link timeRelations}.
 */
export const timeBudgets = {
  request: budget("5 seconds", "a client of the API", "Whoever waits longer has gone or asks again."),
  requestBody: budget(
    "4 seconds",
    "a request for its body",
    "What is done with it has the rest of the request's time."
  ),
  ready: budget("2 seconds", "a probe of `ready`", "A service whose database says nothing is not ready."),
  statement: budget("4 seconds", "a request for a statement", "The server ends it, and there is time left to say so."),
  batch: budget(
    "4.5 seconds",
    "requests that share a statement",
    "It ends when the server's own limit has not: two that are never answered would stop all others."
  ),
  connect: budget("2 seconds", "a request for a connection", "A statement still has its time after it."),
  silentConnection: budget(
    "7 seconds",
    "requests that share a connection",
    "A server that lives has ended the longest statement by then; the network has swallowed this one."
  ),
  idleTransaction: budget(
    "30 seconds",
    "whoever waits for the rows that a request's transaction holds",
    "No request lasts so long: its process is gone."
  ),
  idlePublication: budget(
    "60 seconds",
    "other publications of the country",
    "A process that is stopped half-way must not hold them up for longer."
  ),
  lockTables: budget("500 millis", "whoever reads a country's tables", "Reads queue up behind a lock that waits."),
  slowConnect: budget("5 seconds", "work in the background for a connection", "Nobody waits for its answer."),
  serverStarting: budget(
    "5 seconds",
    "the start of the service",
    "A database server that is started beside it is about to listen."
  ),
  embeddedProgress: budget(
    "30 seconds",
    "whoever starts or stops the embedded server",
    "It recovers after a crash, or writes out what it holds."
  ),
  embeddedEnd: budget("10 seconds", "whoever stops the embedded server", "It was told to leave everything as it is."),
  tokenLookup: budget(
    "2 seconds",
    "a request for its token's record",
    "With the time that a record is believed, it makes up how long a revoked token may still be let in."
  ),
  tokenBelieved: budget(
    "3 seconds",
    "whoever revokes a token",
    "From the start of a look-up its record is believed, so that not every request asks for it."
  ),
  tokenRevoked: budget(
    "5 seconds",
    "whoever revokes a token",
    "So soon it is refused everywhere, as the API promises."
  ),
  windowStore: budget(
    "2.5 seconds",
    "a request for its share of the limit",
    "It has its token's look-up before it, and its answer after it."
  ),
  windowStoreRest: budget("5 seconds", "nobody", "A store that failed is left alone, and not asked by every request."),
  redisConnect: budget("2 seconds", "the start of the service", "A Redis server that is there answers sooner."),
  redisSilent: budget(
    "5 seconds",
    "requests for their share of the limit",
    "A living server answers the pings between."
  ),
  translation: budget("3 seconds", "a request for its lines", "After it the offline translation is given."),
  translationRest: budget("30 seconds", "nobody", "A provider that failed in a row is left alone."),
  remoteAnswer: budget("10 seconds", "a request of ours to another service", "It has given none by then."),
  order: budget(
    "5 seconds",
    "whoever orders a synchronization",
    "The cluster is on its way, as it is for a moment after the start."
  ),
  tableGuess: budget(
    "5 minutes",
    "whoever has a table looked at",
    "The first rows of a remote archive come with all of it."
  ),
  sourceTest: budget("5 minutes", "whoever tries a source", "It has shown enough by then."),
  fileSize: budget("5 seconds", "whoever asks for an estimate", "The size of a file is nice to have, and no more."),
  answeredVersion: budget(
    "1 second",
    "a response from a version that other processes do not know yet",
    "A database that is away counts no requests either."
  ),
  stagedChunk: budget("30 seconds", "a run that stages records", "It takes a moment; on a busy machine, seconds."),
  runConnection: budget("15 seconds", "a run for its own session", "The server is about to end a session this silent."),
  silentCluster: budget("12 seconds", "runners", "A server that lives has ended their longest statement by then."),
  migrationLock: budget(
    "0.5 seconds",
    "a migration for a table in use",
    "Requests that come after it wait as long; after a second the server looks for deadlocks, and would end one of both."
  ),
  processSilent: budget(
    "20 seconds",
    "whoever looks at the processes",
    "Signs come every 5 seconds: it is taken for dead."
  ),
  processForgotten: budget("1 minute", "nobody", "What is known of a process that was killed is deleted."),
  clusterStatement: budget("10 seconds", "runners", "Their messages are a few rows."),
  clusterDead: budget(
    "20 seconds",
    "work whose runner is gone",
    "A runner that has given no sign for so long is dead, and others take over."
  ),
  clusterSign: budget("5 seconds", "nobody", "A runner signs so often that it lives."),
  clusterEnd: budget("5 seconds", "a runner that stops", "What it works on goes on elsewhere."),
  runSilent: budget(
    "20 seconds",
    "whoever wants to synchronize the same source and country",
    "The server ends the session of who has the lock and is silent for so long."
  ),
  runSign: budget("5 seconds", "nobody", "Whoever has the lock says so often that it lives."),
  runFree: budget(
    "40 seconds",
    "a run that goes on elsewhere",
    "For a lock that a process holds which has lost its work: until the server has seen it."
  ),
  downloadDead: budget(
    "1 minute",
    "whoever wants the same file",
    "A holder that has not shown for so long that it lives is dead."
  ),
  downloadSign: budget("10 seconds", "nobody", "Whoever holds a download shows so often that it lives."),
  replicaAnswer: budget(
    "1 second",
    "reads that could go to another server",
    "A replica that takes longer to say how it stands has stalled."
  ),
  doctorConnect: budget("3 seconds", "whoever runs `doctor`", "A replica that answers does so sooner."),
  doctorPort: budget("2 seconds", "whoever runs `doctor`", "A port of a machine near by."),
  doctorService: budget("6 seconds", "whoever runs `doctor`", "The service answers within its own time."),
  runningService: budget("2 seconds", "whoever runs `add`", "Whether a service runs is asked of this machine."),
  requestHead: budget("10 seconds", "nobody", "A connection that sends no whole head is ended."),
  requestArrival: budget("30 seconds", "nobody", "A request that still arrives is ended."),
  keepAlive: budget(
    "65 seconds",
    "a proxy in front",
    "Longer than its usual 60 seconds: it then never sends on a connection that just closed."
  ),
  unreadAnswer: budget("60 seconds", "nobody", "A client that does not read its answer goes."),
  rawEnd: budget("1 second", "nobody", "What was refused on the wire has its answer by then."),
  stopDrain: budget("500 millis", "whoever stops the service", "Answers end their connections, and nobody is reset."),
  stopRequests: budget("6 seconds", "whoever stops the service", "Requests in flight finish."),
  stopAnswers: budget("500 millis", "whoever stops the service", "The last answers are written."),
  stopCounts: budget("2 seconds", "whoever stops the service", "What was counted is kept."),
  stopTelemetry: budget("2 seconds", "whoever stops the service", "The collector is told of the end."),
  stopProcess: budget(
    "9 seconds",
    "whoever stops the service",
    "Systems kill after 10 seconds what they have told to stop."
  )
} as const satisfies Readonly<Record<string, TimeBudget>>

/** A time as a sentence has it: 5 minutes, 2.5 seconds. */
export const timeInWords = ({ time }: TimeBudget): string => {
  const seconds = Duration.toSeconds(time)
  const [count, unit] = seconds >= 60 && seconds % 60 === 0 ? [seconds / 60, "minute"] : [seconds, "second"]
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}

/** A time as the settings of PostgreSQL have it. */
export const postgresTime = ({ time }: TimeBudget): string => `${Duration.toMillis(time)}ms`

export type TimeBudgetName = keyof typeof timeBudgets

/** Times that together have to stay below another one, and why. */
export interface TimeRelation {
  readonly all: ReadonlyArray<TimeBudgetName>
  readonly below: TimeBudgetName
  readonly because: string
}

export const timeRelations: ReadonlyArray<TimeRelation> = [
  {
    all: ["connect"],
    below: "statement",
    because: "A request that had to connect first can still be told what its statement found."
  },
  { all: ["statement"], below: "batch", because: "The server ends a statement before its batch is given up." },
  {
    all: ["batch"],
    below: "request",
    because: "A request is told that the database is slow, and not only that it took long."
  },
  {
    all: ["statement"],
    below: "silentConnection",
    because: "A connection on which a long statement runs is not dead."
  },
  { all: ["request"], below: "idleTransaction", because: "No transaction of a request that goes on is ended." },
  { all: ["requestBody"], below: "request", because: "Whoever sends too slowly is told so." },
  {
    all: ["ready"],
    below: "request",
    because: "A probe learns that the database says nothing, and not only that it took long."
  },
  {
    all: ["tokenLookup", "windowStore"],
    below: "request",
    because: "A request that both keep waiting is still answered."
  },
  {
    all: ["translation"],
    below: "request",
    because: "The offline translation is given in the place of the one that is late."
  },
  { all: ["connect"], below: "slowConnect", because: "Work in the background is the more patient one." },
  {
    all: ["lockTables"],
    below: "statement",
    because: "Reads that queue up behind the lock do not end by their own limit."
  },
  {
    all: ["redisConnect"],
    below: "redisSilent",
    because: "A connection that is made late is not taken for one that died."
  },
  { all: ["replicaAnswer"], below: "connect", because: "Reads go to another server while a request still waits." },
  { all: ["clusterSign", "clusterSign"], below: "clusterDead", because: "A sign may be lost." },
  { all: ["clusterEnd"], below: "stopProcess", because: "A runner that stops has handed its work over." },
  { all: ["runSign", "runSign"], below: "runSilent", because: "A sign may be lost." },
  {
    all: ["runSilent"],
    below: "runFree",
    because: "A lock is waited for until the server has seen that its holder is silent."
  },
  { all: ["downloadSign", "downloadSign"], below: "downloadDead", because: "A sign may be lost." },
  { all: ["requestHead"], below: "requestArrival", because: "The head is part of what arrives." },
  { all: ["request"], below: "stopRequests", because: "Every request in flight has had its whole time." },
  {
    all: ["request"],
    below: "doctorService",
    because: "A service that answers late is told from a program that is none."
  },
  {
    all: ["stopDrain", "stopRequests", "stopAnswers"],
    below: "stopProcess",
    because: "Answers are written before the process is ended."
  }
]

/** Times that make up another one exactly. */
export const timeSums: ReadonlyArray<{
  readonly parts: ReadonlyArray<TimeBudgetName>
  readonly whole: TimeBudgetName
}> = [{ parts: ["tokenLookup", "tokenBelieved"], whole: "tokenRevoked" }]
