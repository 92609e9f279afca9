import { Effect } from "effect"
import {
  type ClusterSeen,
  deadAfterSeconds,
  type ProcessPicture,
  type RunnerSeen,
  seen,
  stuckAfterSeconds
} from "../../cluster/Picture.ts"
import { silentAfterSeconds } from "../../database/Processes.ts"
import { invocation } from "../../shared/Invocation.ts"
import { type Finding, ok, warning } from "./Finding.ts"

const decimal = new Intl.NumberFormat("en", { maximumFractionDigits: 1 })

const doing = ({ name, report, role, version }: ProcessPicture): string => {
  const where = report?.listens === undefined ? "" : ` on ${report.listens}`
  const much =
    report?.requestsPerSecond === undefined ? "" : `, ${decimal.format(report.requestsPerSecond)} requests a second`
  const cores = report === undefined ? "" : `, ${decimal.format(report.cores)} cores`
  return `${name} ${role === "serve" ? "serves" : "works"}${where} (Doorstep ${version}${much}${cores}).`
}

/** Servers that a process leaves out, and why; and how far those are behind that it reads from. */
const readsOf = ({ name, report }: ProcessPicture): ReadonlyArray<Finding> =>
  (report?.readServers ?? [])
    .filter(({ role }) => role === "replica")
    .map(({ lagSeconds, name: server, used, why }) =>
      used
        ? ok("processes", `${name} reads from ${server}, ${decimal.format(lagSeconds ?? 0)} seconds behind.`)
        : warning(
            "processes",
            `${name} leaves ${server} out: ${why ?? "it does not say why"}`,
            "It is read again by itself when it is well."
          )
    )

/** Who is there, and what each does. */
const processFindings = ({ processes }: ClusterSeen): ReadonlyArray<Finding> => {
  const silent = processes.filter(({ silentSeconds }) => silentSeconds > silentAfterSeconds)
  const well = processes.filter((process) => !silent.includes(process))
  const versions = Array.from(new Set(well.map(({ version }) => version)))
  return [
    ...well.flatMap((process) => [ok("processes", doing(process)), ...readsOf(process)]),
    ...silent.map(({ name, silentSeconds }) =>
      warning(
        "processes",
        `${name} has given no sign for ${Math.round(silentSeconds)} seconds.`,
        "If its process is there, it hangs: stop it."
      )
    ),
    ...(versions.length > 1
      ? [warning("processes", `Versions ${versions.join(" and ")} are up.`, "Finish the upgrade, or take it back.")]
      : [])
  ]
}

const describe = ({ name, shards, worksOn }: RunnerSeen): string =>
  `${name} (${shards} shards${worksOn.length === 0 ? "" : `; ${worksOn.join(", ")}`})`

/** Who does the work, and whether it moves. */
const runnerFindings = ({ ordered, runners, untaken, waitedSeconds }: ClusterSeen): ReadonlyArray<Finding> => {
  const silent = runners.filter(({ silentSeconds }) => silentSeconds > deadAfterSeconds)
  const well = runners.filter((runner) => !silent.includes(runner))
  if (well.length === 0) {
    return ordered === 0
      ? [ok("runners", "No runner is up, and nothing is ordered.")]
      : [
          warning(
            "runners",
            `No runner is up; ordered and not done: ${ordered}.`,
            `Start one: ${invocation("work")}, or a service without SYNC=off`
          )
        ]
  }
  return [
    ok("runners", `${well.map(describe).join(", ")}. Ordered and not done: ${ordered}.`),
    ...silent.map(({ name, silentSeconds }) =>
      warning(
        "runners",
        `${name} has given no sign for ${Math.round(silentSeconds)} seconds.`,
        "Its work has gone to others. If its process is there, stop it."
      )
    ),
    ...(untaken > 0 && waitedSeconds > stuckAfterSeconds
      ? [
          warning(
            "runners",
            `${untaken} messages wait to be taken, one of them for ${Math.round(waitedSeconds)} seconds.`,
            "Restart the runners one by one; what they have read is kept."
          )
        ]
      : [])
  ]
}

/** Everything that shares the database. */
export const machineFindings = Effect.map(seen, (picture) => [...processFindings(picture), ...runnerFindings(picture)])
