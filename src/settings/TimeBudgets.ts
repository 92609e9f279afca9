import { Duration } from "effect"

/** How long something may take while somebody waits for it, and why. */
export interface TimeBudget {
  readonly time: Duration.Duration
  /** Who waits that long. */
  readonly waits: string
  readonly because: string
}

const budget = (time: Duration.Input, waits: string, because: string): TimeBudget => ({
  time: Duration.fromInputUnsafe(time),
  waits,
  because
})

/**
 * Every timeout. No other file of the service states one, which a lint rule enforces. {@link timeRelations} says how
 * they relate.
 */
export const timeBudgets = {
  request: budget("5 seconds", "a client of the API", "Clients that wait longer give up or retry."),
  requestBody: budget("4 seconds", "a request for its body", "The rest of the request's time is left to process it."),
  ready: budget("2 seconds", "a probe of `ready`", "A service whose database does not respond is not ready."),
  statement: budget(
    "4 seconds",
    "a request for a statement",
    "The database ends it, which leaves time to say so in the response."
  ),
  batch: budget(
    "4.5 seconds",
    "requests that share a statement",
    "The fallback if the database does not end the statement: two without an answer would block all others."
  ),
  connect: budget("2 seconds", "a request for a connection", "Leaves time for a statement."),
  silentConnection: budget(
    "7 seconds",
    "requests that share a connection",
    "By then a live server has ended even the longest statement, so the network has lost this one."
  ),
  unclearConnection: budget(
    "1 minute",
    "background work that shares a connection with TLS",
    "It is unknown whether an answer is due. The connection is idle, so ending it costs little."
  ),
  idleTransaction: budget(
    "30 seconds",
    "statements that wait for rows locked by a request's transaction",
    "No request takes this long, so its process is gone."
  ),
  idlePublication: budget(
    "30 seconds",
    "other runs of the country",
    "A process that stops halfway must not block them any longer."
  ),
  lockTables: budget("500 millis", "reads of a country's tables", "Reads queue up behind a waiting lock."),
  slowConnect: budget("5 seconds", "background work for a connection", "No client is waiting."),
  serverStarting: budget(
    "5 seconds",
    "the start of the service",
    "A database server started at the same time will be listening by then."
  ),
  embeddedProgress: budget(
    "30 seconds",
    "a process that starts or stops the embedded server",
    "The server recovers from a crash, or writes a checkpoint."
  ),
  embeddedEnd: budget(
    "10 seconds",
    "a process that stops the embedded server",
    "It was told to quit without a checkpoint."
  ),
  machineSign: budget("2 seconds", "nobody", "Interval at which a machine shows that it uses a shared folder's data."),
  machineSilent: budget(
    "10 seconds",
    "a start on data of a shared folder that another machine used last",
    "The other machine has not shown for this long that it uses them."
  ),
  tokenLookup: budget(
    "2 seconds",
    "a request for its token's record",
    "Together with the time that a record is cached, this is how long a revoked token may still work."
  ),
  tokenBelieved: budget(
    "3 seconds",
    "an administrator who revokes a token",
    "A record is cached from the start of its look-up, so that not every request reads it."
  ),
  tokenRevoked: budget(
    "5 seconds",
    "an administrator who revokes a token",
    "By then it is refused everywhere, as the API promises."
  ),
  windowStore: budget(
    "2.5 seconds",
    "a request for its share of the limit",
    "The token's look-up comes before it, and the response after it."
  ),
  windowStoreRest: budget("5 seconds", "nobody", "After a failure, requests do not try the store again at once."),
  redisConnect: budget("2 seconds", "the start of the service", "A reachable Redis server answers sooner."),
  redisSilent: budget(
    "5 seconds",
    "requests for their share of the limit",
    "A live server answers the pings in between."
  ),
  translation: budget("3 seconds", "a request for its lines", "After that, the offline translation is returned."),
  translationRest: budget("30 seconds", "nobody", "A provider that keeps failing is not called for a while."),
  remoteAnswer: budget("10 seconds", "a request to another service", "A service that takes longer is considered down."),
  order: budget("5 seconds", "a client that orders a synchronization", "The cluster may still be starting."),
  tableGuess: budget(
    "5 minutes",
    "a user who has a table analysed",
    "The first rows of a remote archive require downloading all of it."
  ),
  sourceTest: budget("5 minutes", "a user who tries a source", "By then it has shown enough."),
  sourceSilent: budget(
    "15 seconds",
    "an author whose source gives nothing",
    "It is named then, and later again: most sources have given something by then."
  ),
  sourceSilentLong: budget("10 minutes", "nobody", "A source that still gives nothing is named no less often."),
  fileSize: budget("5 seconds", "a user who asks for an estimate", "The estimate also works without the file's size."),
  answeredVersion: budget(
    "1 second",
    "a response from a version that other processes do not know yet",
    "While the database is down, requests are not counted either."
  ),
  stagedChunk: budget("30 seconds", "a run that stages records", "Usually a moment; on a busy machine, seconds."),
  sourceEnd: budget(
    "10 seconds",
    "a run that was cancelled or has failed",
    "A source that does not end what it has begun must not keep its run from ending."
  ),
  runConnection: budget(
    "15 seconds",
    "a run for its own session",
    "The server is about to end a session that is silent for this long."
  ),

  silentCluster: budget("12 seconds", "runners", "By then a live server has ended even their longest statement."),
  migrationLock: budget(
    "0.5 seconds",
    "a migration for a table in use",
    "Requests that arrive later wait as long; after a second the server checks for deadlocks and might end either side."
  ),
  processSilent: budget(
    "20 seconds",
    "a user who lists the processes",
    "Heartbeats come every 5 seconds, so the process is considered dead."
  ),
  processForgotten: budget("1 minute", "nobody", "The record of a killed process is deleted."),
  clusterStatement: budget("10 seconds", "runners", "Their messages are only a few rows."),
  clusterDead: budget(
    "20 seconds",
    "work whose runner is gone",
    "A runner without a heartbeat for this long is considered dead, and others take over."
  ),
  clusterSign: budget("5 seconds", "nobody", "Interval of a runner's heartbeat."),
  clusterEnd: budget("5 seconds", "a runner that stops", "Its work continues elsewhere."),
  runSilent: budget(
    "20 seconds",
    "another run of the same source and country",
    "The server ends the session of a lock holder that is silent for this long."
  ),
  runSign: budget("5 seconds", "nobody", "Interval of the lock holder's heartbeat."),
  runFree: budget(
    "40 seconds",
    "a run that continues elsewhere",
    "The lock's former holder may be gone without the server having noticed yet."
  ),
  downloadDead: budget(
    "1 minute",
    "another process that needs the same file",
    "A downloader without a heartbeat for this long is considered dead."
  ),
  downloadSign: budget("10 seconds", "nobody", "Interval of the downloader's heartbeat."),
  replicaAnswer: budget(
    "1 second",
    "reads that could go to another server",
    "A replica that takes longer to report its state has stalled."
  ),
  doctorConnect: budget("3 seconds", "a user of `doctor`", "A working replica answers sooner."),
  doctorPort: budget("2 seconds", "a user of `doctor`", "The port is on a machine nearby."),
  doctorService: budget("6 seconds", "a user of `doctor`", "The service answers within its own limit."),
  runningService: budget("2 seconds", "a user of `add`", "The service would be running on this machine."),
  requestHead: budget("10 seconds", "nobody", "A connection without a complete request head is closed."),
  requestArrival: budget("30 seconds", "nobody", "A request that is still arriving is ended."),
  keepAlive: budget(
    "65 seconds",
    "a proxy in front",
    "Longer than the proxy's usual 60 seconds, so that it never sends on a connection that has just closed."
  ),
  unreadAnswer: budget("60 seconds", "nobody", "A client that does not read its response is disconnected."),
  rawEnd: budget("1 second", "nobody", "By then a malformed request has its response."),
  stopDrain: budget(
    "500 millis",
    "an operator who stops the service",
    "Responses close their connections, so that none is reset."
  ),
  stopBusyDrain: budget(
    "2.5 seconds",
    "an operator who stops a busy service",
    "Connections close late, because the service notices late that they are idle."
  ),
  stopRequests: budget("6 seconds", "an operator who stops the service", "Requests in flight finish."),
  stopAnswers: budget("500 millis", "an operator who stops the service", "The last responses are written."),
  stopCounts: budget("2 seconds", "an operator who stops the service", "Counts are saved."),
  stopTelemetry: budget("2 seconds", "an operator who stops the service", "The last telemetry is sent."),
  stopProcess: budget(
    "9 seconds",
    "an operator who stops the service",
    "Systems kill a process 10 seconds after telling it to stop."
  )
} as const satisfies Readonly<Record<string, TimeBudget>>

/** A time as written in sentences: 5 minutes, 2.5 seconds. */
export const timeInWords = ({ time }: TimeBudget): string => {
  const seconds = Duration.toSeconds(time)
  const [count, unit] = seconds >= 60 && seconds % 60 === 0 ? [seconds / 60, "minute"] : [seconds, "second"]
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}

/** A time as PostgreSQL's settings take it. */
export const postgresTime = ({ time }: TimeBudget): string => `${Duration.toMillis(time)}ms`

export type TimeBudgetName = keyof typeof timeBudgets

/** Timeouts whose sum must stay below another one, and why. */
export interface TimeRelation {
  readonly all: ReadonlyArray<TimeBudgetName>
  readonly below: TimeBudgetName
  readonly because: string
}

export const timeRelations: ReadonlyArray<TimeRelation> = [
  {
    all: ["connect"],
    below: "statement",
    because: "A request that had to connect first can still run its statement."
  },
  { all: ["statement"], below: "batch", because: "The database ends a statement before its batch gives up." },
  {
    all: ["batch"],
    below: "request",
    because: "The response can say that the database is slow, not only that the request took too long."
  },
  {
    all: ["statement"],
    below: "silentConnection",
    because: "A connection running a long statement is not dead."
  },
  { all: ["request"], below: "idleTransaction", because: "The transaction of a running request is never ended." },
  { all: ["requestBody"], below: "request", because: "A client that sends too slowly is told so." },
  {
    all: ["ready"],
    below: "request",
    because: "The probe learns that the database does not respond, not only that the request took too long."
  },
  {
    all: ["tokenLookup", "windowStore"],
    below: "request",
    because: "A request that waits for both still gets a response."
  },
  {
    all: ["translation"],
    below: "request",
    because: "The offline translation can still replace a late one."
  },
  { all: ["connect"], below: "slowConnect", because: "Background work is more patient than requests." },
  {
    all: ["lockTables"],
    below: "statement",
    because: "Reads that queue behind the lock do not reach their own limit."
  },
  {
    all: ["redisConnect"],
    below: "redisSilent",
    because: "A connection that opens late is not mistaken for a dead one."
  },
  {
    all: ["replicaAnswer"],
    below: "connect",
    because: "Reads move to another server while the request is still waiting."
  },
  { all: ["clusterSign", "clusterSign"], below: "clusterDead", because: "One heartbeat may be lost." },
  {
    all: ["clusterStatement"],
    below: "silentCluster",
    because: "The server ends a runner's statement before the runner gives it up."
  },
  { all: ["clusterEnd"], below: "stopProcess", because: "A stopping runner has handed over its work." },
  { all: ["machineSign", "machineSign"], below: "machineSilent", because: "One heartbeat may be lost." },
  { all: ["runSign", "runSign"], below: "runSilent", because: "One heartbeat may be lost." },
  {
    all: ["runSilent"],
    below: "runFree",
    because: "The wait lasts until the server has noticed that the lock's holder is silent."
  },
  { all: ["downloadSign", "downloadSign"], below: "downloadDead", because: "One heartbeat may be lost." },
  { all: ["requestHead"], below: "requestArrival", because: "The head is part of the request." },
  { all: ["request"], below: "stopRequests", because: "Every request in flight gets its full time." },
  {
    all: ["request"],
    below: "doctorService",
    because: "A slow service can be told from another program on its port."
  },
  {
    all: ["stopDrain", "stopRequests", "stopAnswers"],
    below: "stopProcess",
    because: "Responses are written before the process is killed."
  },
  {
    all: ["stopBusyDrain", "request", "stopAnswers"],
    below: "stopProcess",
    because: "Responses of a busy service are written before it is killed."
  }
]

/** Timeouts that add up exactly to another one. */
export const timeSums: ReadonlyArray<{
  readonly parts: ReadonlyArray<TimeBudgetName>
  readonly whole: TimeBudgetName
}> = [{ parts: ["tokenLookup", "tokenBelieved"], whole: "tokenRevoked" }]
