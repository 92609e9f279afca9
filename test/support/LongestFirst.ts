import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Files that take longest, the longest first: whoever takes one of them last has everybody else wait. */
const long = [
  "properties/report/Levels",
  "properties/report/Deployments",
  "properties/Lies",
  "documents/Recipes",
  "e2e/console/EveryPage",
  "properties/PoolLaws",
  "properties/Run",
  "properties/WorldSuite",
  "cluster/Runners",
  "packaging/Install",
  "properties/HttpSubject",
  "tokens/TokenStore",
  "contract/Contract",
  "http/admin/Streams",
  "database/Upgrade",
  "cli/SourceOutside",
  "e2e/Faults",
  "properties/DeploymentLies",
  "properties/Stability",
  "cli/Service",
  "contract/Run",
  "cli/AddCountry",
  "translation/Service",
  "http/Hostile",
  "properties/Uniformity",
  "contract/Fuzz",
  "e2e/AddCountry",
  "cli/AddAtTerminal",
  "faults/Synchronization",
  "e2e/Results"
].map((name) => `/test/${name}.test.ts`)

const rank = ({ moduleId }: TestSpecification): number => {
  const at = long.findIndex((name) => moduleId.endsWith(name))
  return at < 0 ? long.length : at
}

/** Vitest's own order but for those: it knows how long files take where it has run them before, and not on a fresh clone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    const projects = Array.from(new Set(sorted.map(({ project }) => project.name)))
    return projects.flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).sort((a, b) => rank(a) - rank(b))
    )
  }
}
