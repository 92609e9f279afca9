import { Effect } from "effect"
import { onFirstUse } from "../../../schemas/Memoized.ts"
import { type ClusterSeen, type ProcessPicture, type RunnerSeen, seen, stuckBecause } from "../../cluster/Picture.ts"
import { deadAfterSeconds } from "../../cluster/Waiting.ts"
import { silentAfterSeconds } from "../../database/Processes.ts"
import { invocation } from "../../shared/Invocation.ts"
import { type Finding, ok, warning } from "./Finding.ts"

const decimal = onFirstUse(() => new Intl.NumberFormat("en", { maximumFractionDigits: 1 }))

const doing = ({ name, report, role, version }: ProcessPicture): string => {
  const where = report?.listens === undefined ? "" : ` on ${report.listens}`
  const much =
    report?.requestsPerSecond === undefined ? "" : `, ${decimal().format(report.requestsPerSecond)} requests a second`
  const cores = report === undefined ? "" : `, ${decimal().format(report.cores)} cores`
  return `${name} ${role === "serve" ? "serves" : "works"}${where} (Doorstep ${version}${much}${cores}).`
}

/** The servers that a process does not read from, and why; and the lag of those it does. */
const readsOf = ({ name, report }: ProcessPicture): ReadonlyArray<Finding> =>
  (report?.readServers ?? [])
    .filter(({ role }) => role === "replica")
    .map(({ lagSeconds, name: server, used, why }) =>
      used
        ? ok("processes", `${name} reads from ${server}, ${decimal().format(lagSeconds ?? 0)} seconds behind.`)
        : warning(
            "processes",
            `${name} does not read from ${server}: ${why ?? "it does not say why"}`,
            "It is used again automatically once it has recovered."
          )
    )

/** The running processes, and what each does. */
const processFindings = ({ processes }: ClusterSeen): ReadonlyArray<Finding> => {
  const silent = processes.filter(({ silentSeconds }) => silentSeconds > silentAfterSeconds)
  const well = processes.filter((process) => !silent.includes(process))
  const versions = Array.from(new Set(well.map(({ version }) => version)))
  return [
    ...well.flatMap((process) => [ok("processes", doing(process)), ...readsOf(process)]),
    ...silent.map(({ name, silentSeconds }) =>
      warning(
        "processes",
        `${name} has sent no heartbeat for ${Math.round(silentSeconds)} seconds.`,
        "If its process still exists, it hangs: stop it."
      )
    ),
    ...(versions.length > 1
      ? [
          warning(
            "processes",
            `Versions ${versions.join(" and ")} are running.`,
            "Finish the upgrade, or roll it back."
          )
        ]
      : [])
  ]
}

const describe = ({ name, shards, worksOn }: RunnerSeen): string =>
  `${name} (${shards} shards${worksOn.length === 0 ? "" : `; ${worksOn.join(", ")}`})`

/** The runners, and whether they make progress. */
const runnerFindings = ({ ordered, runners }: ClusterSeen): ReadonlyArray<Finding> => {
  const silent = runners.filter(({ silentSeconds }) => silentSeconds > deadAfterSeconds)
  const well = runners.filter((runner) => !silent.includes(runner))
  if (well.length === 0) {
    return ordered === 0
      ? [ok("runners", "No runner is running, and no synchronization is waiting.")]
      : [
          warning(
            "runners",
            `No runner is running; synchronizations waiting: ${ordered}.`,
            `Start one: ${invocation("work")}, or a service without SYNC=off`
          )
        ]
  }
  return [
    ok("runners", `${well.map(describe).join(", ")}. Synchronizations waiting: ${ordered}.`),
    ...silent.map(({ name, silentSeconds }) =>
      warning(
        "runners",
        `${name} has sent no heartbeat for ${Math.round(silentSeconds)} seconds.`,
        "Other runners have taken over its work. If its process still exists, stop it."
      )
    ),
    ...well.flatMap((runner) => {
      const because = stuckBecause(runner)
      if (because === undefined) return []
      return [warning("runners", `${runner.name} is stuck. ${because}`, "Restart it; what it has read is kept.")]
    })
  ]
}

/** Everything that shares the database. */
export const machineFindings = Effect.map(seen, (picture) => [...processFindings(picture), ...runnerFindings(picture)])
