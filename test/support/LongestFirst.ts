import { BaseSequencer, type TestSpecification } from "vitest/node"

/** The longest-running test files in descending order: started late, one of them would hold up the whole run. */
const long = [
  "cluster/Runners",
  "properties/report/Deployments",
  "e2e/Testing",
  "e2e/console/EveryPage",
  "properties/report/Levels",
  "cli/SourceOutside",
  "documents/Recipes",
  "e2e/AddCountry",
  "properties/WorldSuite",
  "properties/HttpSubject",
  "packaging/Install",
  "properties/PoolLaws",
  "cli/Service",
  "database/StorageUpgrade",
  "packaging/Exports",
  "e2e/Faults",
  "e2e/Suppression",
  "database/Upgrade",
  "properties/Run",
  "properties/DeploymentLies",
  "cli/AddCountry",
  "sync/publish/SideBySide",
  "cluster/Histories",
  "e2e/Results",
  "catalog/CatalogPaging",
  "e2e/console/SourceToHomes",
  "faults/Fleet",
  "faults/Upgrade",
  "properties/Texts",
  "sync/publish/NewTable",
  "sync/read/Checkpoints",
  "database/BackupForms",
  "database/EmbeddedPostgres",
  "properties/Uniformity",
  "database/ServiceLock",
  "properties/Lies",
  "cli/Snapshot",
  "cli/AddAtTerminal",
  "packaging/Release",
  "cli/SourceWatch",
  "cli/SourceNew",
  "e2e/console/SigningIn",
  "cli/Start",
  "database/Backup",
  "replicas/Replicas",
  "contract/Generators",
  "faults/Synchronization",
  "faults/Connections",
  "faults/Outgoing",
  "cli/Workers",
  "faults/Limits",
  "faults/Network",
  "faults/Embedded",
  "properties/SyncLaws",
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
