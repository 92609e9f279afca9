import type { Lie, Told } from "./LyingClient.ts"

/** Changes the `data` of responses to a path. */
export const ofData = (
  path: RegExp,
  change: (data: Record<string, unknown>, told: Told) => Record<string, unknown>
): Lie => ({
  concerns: path,
  answer: (told) =>
    path.test(told.path) && told.status === 200 && told.body.data !== undefined
      ? { ...told, body: { ...told.body, data: change(told.body.data, told) } }
      : told
})

export const ofHeaders = (change: (headers: Record<string, string>, told: Told) => Record<string, string>): Lie => ({
  answer: (told) => ({ ...told, headers: change(told.headers, told) })
})

/** Changes the bodies of errors with a status. */
export const ofErrors = (status: number, change: (error: unknown) => Record<string, unknown>): Lie => ({
  answer: (told) => (told.status === status ? { ...told, body: change(told.body["error"]) } : told)
})

/** The locations of IP addresses, also in a service that cannot locate any. */
export const ofContexts = (contextOf: (ip: string) => Record<string, unknown>): Lie => ({
  concerns: /^\/client-context\?ip=\d/,
  answer: (told) => ({
    ...told,
    status: 200,
    body: { data: contextOf(new URLSearchParams(told.path.split("?")[1]).get("ip") ?? "") }
  })
})

export const without = (name: string, headers: Record<string, string>): Record<string, string> => {
  const { [name]: _, ...rest } = headers
  return rest
}

type Item = { readonly id: string; readonly value: string; readonly availableCount: number }

/** Changes the items of a page of places, whatever the list is called. */
export const ofItems = (path: RegExp, change: (items: ReadonlyArray<Item>, told: Told) => ReadonlyArray<Item>): Lie =>
  ofData(path, (data, told) =>
    Object.fromEntries(
      Object.entries(data).map(([name, value]) => [
        name,
        Array.isArray(value) ? change(value as Array<Item>, told) : value
      ])
    )
  )

/** Repeats the last item of each page as the first of the next. */
export const repeatsAnItem = (path: RegExp): Lie => {
  let last: Item | undefined
  return ofItems(path, (items, told) => {
    const page = /[?&]cursor=/.test(told.path) && last !== undefined ? [last, ...items.slice(0, -1)] : items
    last = items.at(-1)
    return page
  })
}

export const losesAnItem = (path: RegExp): Lie =>
  ofItems(path, (items, told) => (/[?&]cursor=/.test(told.path) ? items.slice(1) : items))

type Results = ReadonlyArray<{ readonly address: Record<string, unknown> }>

/** Changes the first address of every hundredth batch. */
export const ofSomeAddresses = (change: (address: Record<string, unknown>) => Record<string, unknown>): Lie => {
  let batches = 0
  return ofData(/^\/generate\/batch/, (data) => {
    const [first, ...rest] = data["results"] as Results
    return first === undefined || ++batches % 100 > 0
      ? data
      : { ...data, results: [{ ...first, address: change(first.address) }, ...rest] }
  })
}

interface Result {
  readonly address: Record<string, unknown> & { readonly id: string }
  readonly profile: Person
}

/** A person as sent. */
export type Person = Record<string, unknown> & { readonly paymentCard: object }

const ofResults = (change: (result: Result) => object): Lie =>
  ofData(/^\/generate/, ({ result, results, ...data }) => ({
    ...data,
    ...(result !== undefined && { result: change(result as Result) }),
    ...(results !== undefined && { results: (results as ReadonlyArray<Result>).map(change) })
  }))

/** Changes every person. */
export const ofPersons = (change: (person: Person, addressId: string) => object): Lie =>
  ofResults(({ address, profile }) => ({ address, profile: change(profile, address.id) }))

/** Changes every drawn address. */
export const ofAddresses = (change: (address: Record<string, unknown>) => object): Lie =>
  ofResults(({ address, profile }) => ({ address: change(address), profile }))

/** Changes each element of a list of countries. */
export const ofList = (path: string, change: (element: object) => object): Lie =>
  ofData(new RegExp(`^${path}$`), (data) => (data as unknown as ReadonlyArray<object>).map(change) as never)

type Rules = Record<string, unknown> & { readonly total: object }

/** Changes the rules of every country's coverage. */
export const ofRules = (change: (rules: Rules) => object): Lie =>
  ofData(/^\/coverage/, (data) => ({
    ...data,
    countries: (data["countries"] as ReadonlyArray<{ readonly rules: Rules }>).map((one) => ({
      ...one,
      rules: change(one.rules)
    }))
  }))

/** Leaves a parameter out of requests for places. */
export const ignoring = (list: "search" | "hierarchy", parameter: string): Lie => ({
  asked: (path) =>
    path.startsWith(`/locations/${list}`) ? path.replace(new RegExp(`(?<=[?&])${parameter}=[^&]*&?`), "") : path
})

/** Changes the seeds of draws. */
export const ofSeeds = (change: (seed: string) => string): Lie => ({
  asked: (path) =>
    path.replace(/(?<=^\/generate\?.*seed=)[^&]*/, (seed) =>
      encodeURIComponent(change(decodeURIComponent(seed.replaceAll("+", " "))))
    )
})
