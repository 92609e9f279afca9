import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * The longest-running test files, about in descending order: started late, one of them would hold up the whole run. Those
 * that mostly wait are between others that compute, or nobody would compute meanwhile.
 */
const long = [
  "cluster/Runners",
  "sync/run/CutOff",
  "e2e/Testing",
  "properties/report/Deployments",
  "e2e/console/EveryPage",
  "documents/Recipes",
  "properties/report/Levels",
  "cli/SourceOutside",
  "properties/DeploymentLies",
  "cluster/Histories",
  "e2e/Faults",
  "cli/Service",
  "e2e/AddCountry",
  "faults/Connections",
  "http/admin/Streams",
  "packaging/Release",
  "cli/Start",
  "database/EmbeddedPostgres",
  "properties/Texts",
  "database/ServiceLock",
  "faults/Upgrade",
  "properties/PoolLaws",
  "properties/WorldSuite",
  "packaging/Install",
  "faults/Fleet",
  "e2e/console/SourceToHomes",
  "e2e/Client",
  "cli/AddCountry",
  "cli/SourceWatch",
  "faults/Outgoing",
  "database/Upgrade",
  "database/BackupForms",
  "e2e/Results",
  "cli/AddAtTerminal",
  "replicas/Replicas",
  "cli/Snapshot",
  "properties/Uniformity",
  "properties/Lies",
  "e2e/console/SigningIn",
  "properties/HttpSubject",
  "faults/Synchronization",
  "cli/SourceNew",
  "cli/ClosedOutput",
  "e2e/Suppression",
  "packaging/Exports",
  "cli/Doctor",
  "database/StorageUpgrade",
  "properties/SourceFaults",
  "properties/TextShares",
  "http/admin/Runs",
  "cli/SourceProject",
  "faults/Network",
  "contract/Generators",
  "e2e/SourceWatchPage",
  "sync/publish/NewTable",
  "sync/read/Checkpoints",
  "sources/registers/guess/RealTables",
  "properties/Unlocated",
  "sync/read/ReadingThreads",
  "database/Migrator",
  "sources/SourceSuite",
  "cli/Workers",
  "database/Backup",
  "sync/suppression/Everywhere"
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
