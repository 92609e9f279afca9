/** A list that is answered page by page. */
export interface Paged {
  readonly nextCursor: string | null
}

/**
 * The first page, for whoever awaits it, and everything on it and after it for whoever iterates. Pages are fetched when
 * they are reached.
 *
 * @example
 * for await (const city of client.locations.search({ country: "DE" })) console.log(city.value)
 */
export interface Pages<Page, Item> extends Promise<Page>, AsyncIterable<Item> {
  /** Page by page, as they are answered. */
  readonly pages: () => AsyncIterable<Page>
}

/**
 * @param fetchPage the page of a cursor; without one, the first
 * @param itemsOf what is on a page
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
