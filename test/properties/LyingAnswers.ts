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
