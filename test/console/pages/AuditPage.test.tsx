import { Context, Option } from "effect"
import { OpenApi } from "effect/http-api"
import { assert, describe, it } from "vitest"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import { strings } from "../../../src/console/strings.ts"

/** What the audit log calls the requests that may change something: their names in the API's description. */
const audited = Object.values(AdminApi.groups).flatMap((group) =>
  Object.values(group.endpoints)
    .filter(({ method }) => method !== "GET" && method !== "HEAD")
    .map(({ annotations }) => Option.getOrThrow(Context.getOption(annotations, OpenApi.Identifier)))
)

describe("the audit log's actions", () => {
  it("MUST have words for every request that is recorded", () => {
    assert.include(audited, "runSource")
    assert.deepStrictEqual(
      audited.filter((action) => !(action in strings.audit.actions)),
      []
    )
  })
})
