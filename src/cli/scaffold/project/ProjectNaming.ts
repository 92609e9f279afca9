import { type Naming, nameFault, namingOf } from "../Naming.ts"

/** The options of a new project. */
export interface ProjectRequest {
  /** The package's name, possibly with a scope: `@acme/register`. */
  readonly name: string
  readonly country: string
  readonly javascript: boolean
  readonly kind: "file" | "api"
  readonly license?: string | undefined
  readonly attribution?: string | undefined
  readonly homepage?: string | undefined
}

/** The names of a project, and what it contains. */
export interface ProjectNaming extends Naming {
  readonly packageName: string
  /** The source's file. */
  readonly code: string
  readonly javascript: boolean
  /** Whether it reads its own file. */
  readonly data: boolean
  /** Whether it reads an API, with recorded responses. */
  readonly answers: boolean
  /** The setting with the API's key. */
  readonly key: string
  readonly license: string
  readonly attribution: string
  readonly homepage: string
}

const scope = /^@[a-z0-9][a-z0-9._-]*$/

/** The source's name, which is the package's without its scope; what is wrong with it. */
export const projectNameFault = (name: string): string | undefined => {
  const [first, second, ...rest] = name.split("/")
  if (second === undefined) return nameFault(name)
  return scope.test(first!) && rest.length === 0
    ? nameFault(second)
    : `"${name}" cannot name a package: use a name such as my-register or @acme/my-register.`
}

/** Placeholders, by which `source check` finds what is still to be filled in. */
const placeholders = {
  license: "CC0-1.0 (example)",
  attribution: "Example data: name the publisher of yours",
  homepage: (name: string) => `https://example.com/${name}`
}

export const projectNaming = (request: ProjectRequest): ProjectNaming => {
  const { attribution, country, homepage, javascript, kind, license, name: packageName } = request
  const naming = namingOf(packageName.split("/").at(-1)!, country)
  return {
    ...naming,
    packageName,
    code: `${naming.module}.${javascript ? "js" : "ts"}`,
    javascript,
    data: kind === "file",
    answers: kind === "api",
    key: `${naming.name.toUpperCase().replaceAll("-", "_")}_KEY`,
    license: license ?? placeholders.license,
    attribution: attribution ?? placeholders.attribution,
    homepage: homepage ?? placeholders.homepage(naming.name)
  }
}
