import { assert, describe, it } from "vitest"
import { requestCode } from "../../schemas/RequestCode.ts"

const url = "http://127.0.0.1:8080/api/v1/generate"

describe("a request as code", () => {
  it("MUST have its body in the notation of each language", () => {
    const body = { q: "it's", options: { unique: true, seed: null, none: [] } }
    const { curl, python, typescript } = requestCode({ method: "POST", url, body, token: "TOKEN" })
    assert.include(curl, `-d '{"q":"it'\\''s","options":{"unique":true,"seed":null,"none":[]}}'`)
    assert.notInclude(curl, "-X POST")
    assert.include(python, '"unique": True,\n')
    assert.include(python, '"seed": None,\n')
    assert.include(python, '"none": [],\n')
    assert.include(python, "import os")
    assert.include(typescript, 'method: "POST"')
    assert.include(typescript, '"seed": null')
  })

  it("MUST be nothing but its URL if it needs neither a body nor a token", () => {
    const { curl, python, typescript } = requestCode({ method: "GET", url, token: undefined })
    assert.strictEqual(curl, `curl -s "${url}"`)
    assert.include(typescript, `fetch("${url}")`)
    assert.notInclude(python, "import os")
    assert.include(requestCode({ method: "DELETE", url, token: undefined }).curl, "-X DELETE")
  })
})
