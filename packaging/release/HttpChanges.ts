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

/** What is compared: two documents by their schemas, and where differences are told. */
interface Comparison {
  readonly was: Schemas
  readonly is: Schemas
  readonly tell: (kind: Change["kind"], message: string) => void
}

const isRequired = (described: JsonObject): boolean => described["required"] === true

const scopesOf = (operation: JsonObject): string => JSON.stringify(operation["security"] ?? [])

const compareIdentity = ({ tell }: Comparison, name: string, old: JsonObject, now: JsonObject): void => {
  if (old["operationId"] !== now["operationId"]) {
    tell("breaking", `${name} has another operationId, by which generated clients name it.`)
  }
  if (scopesOf(old) !== scopesOf(now)) tell("breaking", `${name} requires another scope.`)
}

const compareParameters = ({ is, tell, was }: Comparison, name: string, old: JsonObject, now: JsonObject): void => {
  const [before, after] = [parametersOf(old, was), parametersOf(now, is)]
  for (const [parameter, described] of before) {
    const where = `${name}: the parameter ${parameter}`
    const present = after.get(parameter)
    if (present === undefined) {
      tell("breaking", `${where} is gone.`)
      continue
    }
    if (isRequired(present) && !isRequired(described)) tell("breaking", `${where} is now required.`)
    was.compare(described["schema"], is, present["schema"], "request", where)
  }
  for (const [parameter, described] of after) {
    if (before.has(parameter)) continue
    const where = `${name}: the parameter ${parameter}`
    if (isRequired(described)) tell("breaking", `${where} is new, and required.`)
    else tell("addition", `${where} is new.`)
  }
}

const compareBodies = ({ is, tell, was }: Comparison, name: string, old: JsonObject, now: JsonObject): void => {
  const [before, after] = [was.resolved(old["requestBody"] ?? {}), is.resolved(now["requestBody"] ?? {})]
  if (isRequired(after) && !isRequired(before)) tell("breaking", `${name}: a body is now required.`)
  was.compareContent(before, is, after, "request", `${name}: the body`)
}

const compareResponses = ({ is, tell, was }: Comparison, name: string, old: JsonObject, now: JsonObject): void => {
  const [before, after] = [objectAt(old, "responses"), objectAt(now, "responses")]
  for (const [status, response] of Object.entries(before)) {
    const where = `${name}: the response ${status}`
    const present = after[status]
    if (present === undefined) tell("breaking", `${where} is gone.`)
    else was.compareContent(was.resolved(response), is, is.resolved(present), "answer", where)
  }
  for (const status of Object.keys(after)) {
    if (!(status in before)) tell("addition", `${name}: the response ${status} is new.`)
  }
}

/**
 * The differences between two OpenAPI 3.1 documents, for programs that call the service. A request that was accepted
 * and is now refused, or a response that lacks what it had, is a breaking change; additions that clients may ignore are
 * not.
 */
export const httpChanges = (before: JsonObject, after: JsonObject): ReadonlyArray<Change> => {
  const found: Array<Change> = []
  const tell: Comparison["tell"] = (kind, message) => void found.push({ kind, about: "HTTP interface", message })
  const comparison: Comparison = { was: new Schemas(before, tell), is: new Schemas(after, tell), tell }
  const [former, present] = [operationsOf(before), operationsOf(after)]
  for (const name of present.keys()) if (!former.has(name)) tell("addition", `${name} is new.`)
  for (const [name, old] of former) {
    const now = present.get(name)
    if (now === undefined) {
      tell("breaking", `${name} is gone.`)
      continue
    }
    compareIdentity(comparison, name, old, now)
    compareParameters(comparison, name, old, now)
    compareBodies(comparison, name, old, now)
    compareResponses(comparison, name, old, now)
  }
  return found
}
