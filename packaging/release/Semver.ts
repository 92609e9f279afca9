/** What a release changes for those who use it, by Semantic Versioning 2.0.0. */
export type Step = "major" | "minor" | "patch"

export interface Version {
  readonly major: number
  readonly minor: number
  readonly patch: number
  /** What stands behind a hyphen, as in 1.0.0-rc.1; empty for a release proper. */
  readonly pre: string
}

const form = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*))?$/

/** Undefined where a text is no version. */
export const parse = (text: string): Version | undefined => {
  const [, major, minor, patch, pre = ""] = form.exec(text) ?? []
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor), patch: Number(patch), pre }
}

export const format = ({ major, minor, patch, pre }: Version): string =>
  `${major}.${minor}.${patch}${pre === "" ? "" : `-${pre}`}`

/** The version that a step leads to. One that is being prepared (1.0.0-rc.1) is finished by any step that it makes already. */
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
  // A release proper comes after what prepared it.
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

/** Negative where `a` comes before `b`. */
export const compare = (a: Version, b: Version): number =>
  a.major - b.major || a.minor - b.minor || a.patch - b.patch || comparePre(a.pre, b.pre)

/** Which step leads from one version to a later one. */
export const stepBetween = (from: Version, to: Version): Step =>
  from.major !== to.major ? "major" : from.minor !== to.minor ? "minor" : "patch"

/**
 * The least step for what has changed. Before 1.0.0 a minor version may break, as Semantic Versioning leaves it open and
 * package managers read it: `^0.3.0` does not take 0.4.0.
 */
export const neededStep = (from: Version, has: { readonly breaking: boolean; readonly addition: boolean }): Step => {
  if (from.major === 0) return has.breaking ? "minor" : "patch"
  return has.breaking ? "major" : has.addition ? "minor" : "patch"
}
