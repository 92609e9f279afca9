import type { Change } from "./Change.ts"
import { type Json, type JsonObject, isObject, objectAt, Schemas } from "./HttpSchemas.ts"

const methods = ["get", "put", "post", "delete", "patch", "head", "options"]

const operationsOf = (document: JsonObject): ReadonlyMap<string, JsonObject> =>
  new Map(
    Object.entries(objectAt(document, "paths")).flatMap(([path, item]) =>
      isObject(item)
        ? methods.flatMap((method) => {
            const operation = item[method]
            return isObject(operation) ? [[`${method.toUpperCase()} ${path}`, operation] as const] : []
          })
        : []
    )
  )

const parametersOf = (operation: JsonObject, schemas: Schemas): ReadonlyMap<string, JsonObject> => {
  const list = operation["parameters"]
  return new Map(
    (Array.isArray(list) ? list : []).map((found: Json) => {
      const parameter = schemas.resolved(found)
      return [`${String(parameter["in"])} ${String(parameter["name"])}`, parameter]
    })
  )
}

/**
 * The differences between two OpenAPI 3.1 documents, for programs that call the service. A request that was accepted
 * and is now refused, or a response that lacks what it had, is a breaking change; additions that clients may ignore are
 * not.
 */
export const httpChanges = (before: JsonObject, after: JsonObject): ReadonlyArray<Change> => {
  const found: Array<Change> = []
  const tell = (kind: Change["kind"], message: string) => void found.push({ kind, about: "HTTP interface", message })
  const [was, is] = [new Schemas(before, tell), new Schemas(after, tell)]
  const [former, present] = [operationsOf(before), operationsOf(after)]

  for (const name of present.keys()) if (!former.has(name)) tell("addition", `${name} is new.`)
  for (const [name, old] of former) {
    const now = present.get(name)
    if (now === undefined) {
      tell("breaking", `${name} is gone.`)
      continue
    }
    if (old["operationId"] !== now["operationId"]) {
      tell("breaking", `${name} has another operationId, by which generated clients name it.`)
    }
    const scopes = (operation: JsonObject) => JSON.stringify(operation["security"] ?? [])
    if (scopes(old) !== scopes(now)) tell("breaking", `${name} requires another scope.`)

    const [formerParameters, parameters] = [parametersOf(old, was), parametersOf(now, is)]
    for (const [parameter, described] of formerParameters) {
      const described2 = parameters.get(parameter)
      if (described2 === undefined) {
        tell("breaking", `${name}: the parameter ${parameter} is gone.`)
        continue
      }
      if (described2["required"] === true && described["required"] !== true) {
        tell("breaking", `${name}: the parameter ${parameter} is now required.`)
      }
      was.compare(described["schema"], is, described2["schema"], "request", `${name}: the parameter ${parameter}`)
    }
    for (const [parameter, described] of parameters) {
      if (formerParameters.has(parameter)) continue
      tell(
        described["required"] === true ? "breaking" : "addition",
        `${name}: the parameter ${parameter} is new${described["required"] === true ? ", and required" : ""}.`
      )
    }

    const bodyOf = (operation: JsonObject, schemas: Schemas) => schemas.resolved(operation["requestBody"] ?? {})
    const [oldBody, body] = [bodyOf(old, was), bodyOf(now, is)]
    if (body["required"] === true && oldBody["required"] !== true) {
      tell("breaking", `${name}: a body is now required.`)
    }
    was.compareContent(oldBody, is, body, "request", `${name}: the body`)

    const [answers, answersNow] = [objectAt(old, "responses"), objectAt(now, "responses")]
    for (const [status, answer] of Object.entries(answers)) {
      const answerNow = answersNow[status]
      if (answerNow === undefined) tell("breaking", `${name}: the response ${status} is gone.`)
      else
        was.compareContent(
          was.resolved(answer),
          is,
          is.resolved(answerNow),
          "answer",
          `${name}: the response ${status}`
        )
    }
    for (const status of Object.keys(answersNow)) {
      if (!(status in answers)) tell("addition", `${name}: the response ${status} is new.`)
    }
  }
  return found
}
