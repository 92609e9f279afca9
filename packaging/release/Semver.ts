/** The size of a release's change for its users, by Semantic Versioning 2.0.0. */
export type Step = "major" | "minor" | "patch"

export interface Version {
  readonly major: number
  readonly minor: number
  readonly patch: number
  /** The pre-release part after the hyphen, as in 1.0.0-rc.1; empty for a normal release. */
  readonly pre: string
}

const form = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*))?$/

/** Undefined if the text is not a version. */
export const parse = (text: string): Version | undefined => {
  const [, major, minor, patch, pre = ""] = form.exec(text) ?? []
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor), patch: Number(patch), pre }
}

export const format = ({ major, minor, patch, pre }: Version): string =>
  `${major}.${minor}.${patch}${pre === "" ? "" : `-${pre}`}`

/**
 * The version after a step. A pre-release (1.0.0-rc.1) becomes its release by any step that the release already covers.
 */
export const next = (from: Version, step: Step): Version => {
  const { major, minor, patch, pre } = from
  if (pre !== "" && (step === "patch" || (patch === 0 && (step === "minor" || minor === 0))))
    return { ...from, pre: "" }
  if (step === "major") return { major: major + 1, minor: 0, patch: 0, pre: "" }
  if (step === "minor") return { major, minor: minor + 1, patch: 0, pre: "" }
  return { major, minor, patch: patch + 1, pre: "" }
}

const order: ReadonlyArray<Step> = ["patch", "minor", "major"]

/** Whether `a` is at least as large a step as `b`. */
export const atLeast = (a: Step, b: Step): boolean => order.indexOf(a) >= order.indexOf(b)

const comparePre = (a: string, b: string): number => {
  if (a === b) return 0
  // A release comes after its pre-releases.
  if (a === "" || b === "") return a === "" ? 1 : -1
  const [as, bs] = [a.split("."), b.split(".")]
  for (let i = 0; i < Math.max(as.length, bs.length); i++) {
    const [x, y] = [as[i], bs[i]]
    if (x === undefined || y === undefined) return x === undefined ? -1 : 1
    if (x === y) continue
    const [nx, ny] = [/^\d+$/.test(x), /^\d+$/.test(y)]
    if (nx && ny) return Number(x) - Number(y)
    if (nx !== ny) return nx ? -1 : 1
    return x < y ? -1 : 1
  }
  return 0
}

/** Negative if `a` comes before `b`. */
export const compare = (a: Version, b: Version): number =>
  a.major - b.major || a.minor - b.minor || a.patch - b.patch || comparePre(a.pre, b.pre)

/** The step between two versions. */
export const stepBetween = (from: Version, to: Version): Step =>
  from.major !== to.major ? "major" : from.minor !== to.minor ? "minor" : "patch"

/**
 * The smallest step for the given changes. Before 1.0.0 a minor version may break, as Semantic Versioning allows and
 * package managers assume: `^0.3.0` does not accept 0.4.0.
 */
export const neededStep = (from: Version, has: { readonly breaking: boolean; readonly addition: boolean }): Step => {
  if (from.major === 0) return has.breaking ? "minor" : "patch"
  return has.breaking ? "major" : has.addition ? "minor" : "patch"
}
