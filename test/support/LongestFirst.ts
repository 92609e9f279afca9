import { BaseSequencer, type TestSpecification } from "vitest/node"

/** The longest-running test files in descending order: started late, one of them would hold up the whole run. */
const long = [
  "cluster/Runners",
  "e2e/console/EveryPage",
  "properties/report/Deployments",
  "e2e/Testing",
  "e2e/AddCountry",
  "e2e/Faults",
  "properties/report/Levels",
  "cli/SourceOutside",
  "faults/Upgrade",
  "properties/Lies",
  "documents/Recipes",
  "packaging/Install",
  "faults/Synchronization",
  "e2e/Results",
  "properties/WorldSuite",
  "properties/PoolLaws",
  "faults/Fleet",
  "properties/DeploymentLies",
  "database/EmbeddedPostgres",
  "packaging/Release",
  "properties/Run",
  "faults/Connections",
  "cli/Service",
  "faults/Outgoing",
  "replicas/Replicas",
  "faults/Limits",
  "faults/Network",
  "cli/Workers",
  "database/Upgrade",
  "properties/SyncLaws",
  "cli/SourceWatch",
  "properties/Texts",
  "cli/AddAtTerminal",
  "properties/HttpSubject",
  "cli/Snapshot",
  "faults/Embedded",
  "cli/AddCountry",
  "database/StorageUpgrade",
  "packaging/Exports",
  "database/ServiceLock",
  "e2e/Client",
  "cli/Doctor"
].map((name) => `/test/${name}.test.ts`)

const rank = ({ moduleId }: TestSpecification): number => {
  const at = long.findIndex((name) => moduleId.endsWith(name))
  return at < 0 ? long.length : at
}

/**
 * Puts these files first and otherwise keeps Vitest's order, which knows durations only from earlier runs, so not on a
 * fresh clone.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    const projects = Array.from(new Set(sorted.map(({ project }) => project.name)))
    return projects.flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).sort((a, b) => rank(a) - rank(b))
    )
  }
}
