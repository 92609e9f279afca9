/** A list that the API returns page by page. */
export interface Paged {
  readonly nextCursor: string | null
}

/**
 * Await it to get the first page; iterate over it to get the items of all pages. Pages are fetched as you reach them.
 *
 * @example
 * for await (const city of client.locations.search({ country: "DE" })) console.log(city.value)
 */
export interface Pages<Page, Item> extends Promise<Page>, AsyncIterable<Item> {
  /** The pages one by one. */
  readonly pages: () => AsyncIterable<Page>
}

/**
 * @param fetchPage fetches the page at a cursor; without a cursor, the first page
 * @param itemsOf the items of a page
 */
export const paged = <Page extends Paged, Item>(
  fetchPage: (cursor?: string) => Promise<Page>,
  itemsOf: (page: Page) => ReadonlyArray<Item>
): Pages<Page, Item> => {
  const first = fetchPage()
  async function* pages() {
    let page = await first
    yield page
    while (page.nextCursor !== null) {
      page = await fetchPage(page.nextCursor)
      yield page
    }
  }
  async function* items() {
    for await (const page of pages()) yield* itemsOf(page)
  }
  return Object.assign(first, { pages, [Symbol.asyncIterator]: items })
}
