import { Effect } from "effect"
import { Api } from "../../../schemas/Api.ts"
import { invalidRequest } from "../../../schemas/Faults.ts"
import { DEFAULT_COUNTRY } from "../../../schemas/Fields.ts"
import type { LocationSearch } from "../../../schemas/Locations.ts"
import { DEFAULT_LIMIT } from "../../../schemas/Paging.ts"
import {
  Catalog,
  type CatalogPage,
  type InvalidCursor,
  type InvalidParent,
  type SearchRequest
} from "../../catalog/Catalog.ts"
import { poolUnavailable } from "./Failures.ts"
import { handlersOf } from "../server/RequestServices.ts"

/** A page, with its list under the name of what was listed. */
const collection = (field: SearchRequest["field"], { items, ...page }: CatalogPage): LocationSearch => {
  switch (field) {
    case "region":
      return { field, regions: items, ...page }
    case "city":
      return { field, cities: items, ...page }
    case "district":
      return { field, districts: items, ...page }
    case "postcode":
      return { field, postcodes: items, ...page }
  }
}

const invalidCursor = ({ message }: InvalidCursor) => Effect.fail(invalidRequest([{ path: "cursor", message }]))

const invalidParent = ({ message, parameter }: InvalidParent) =>
  Effect.fail(invalidRequest([{ path: parameter, message }]))

export const layerNoDeps = handlersOf(
  Api,
  "locations",
  Effect.fnUntraced(function* (handlers) {
    const catalog = yield* Catalog

    return handlers.handleAll({
      search: ({ query }) => {
        const { country = DEFAULT_COUNTRY, field = "city", limit = DEFAULT_LIMIT, residential = false } = query
        return catalog.search({ ...query, country, field, limit, residential }).pipe(
          Effect.map((page) => ({ data: collection(field, page) })),
          Effect.catchTags({ InvalidCursor: invalidCursor, StorageUnavailable: poolUnavailable })
        )
      },
      hierarchy: ({ query }) => {
        const { childType, country, parentId = country } = query
        const { limit = DEFAULT_LIMIT, parentType = "country", residential = true } = query
        return catalog.children({ ...query, parentType, limit, residential }).pipe(
          Effect.map(({ items, ...page }) => ({
            data: { parent: { type: parentType, id: parentId }, childType, children: items, ...page }
          })),
          Effect.catchTags({
            InvalidCursor: invalidCursor,
            InvalidParent: invalidParent,
            StorageUnavailable: poolUnavailable
          })
        )
      }
    })
  })
)
