import { Effect } from "effect"
import { Api } from "../../../schemas/Api.ts"
import { PoolRepository } from "../../draw/PoolRepository.ts"
import { Translator } from "../../translation/Translator.ts"
import { addressNotFound, poolUnavailable } from "./Failures.ts"
import { addressAnswer } from "../server/JsonAnswer.ts"
import { handlersOf } from "../server/RequestServices.ts"

export const layerNoDeps = handlersOf(
  Api,
  "addresses",
  Effect.fnUntraced(function* (handlers) {
    const pool = yield* PoolRepository
    const translator = yield* Translator

    return handlers.handleAll({
      findById: ({ params }) =>
        pool
          .findById(params.id)
          .pipe(
            Effect.map(addressAnswer),
            Effect.catchTags({ AddressNotFound: addressNotFound("id"), StorageUnavailable: poolUnavailable })
          ),
      translate: ({ payload }) =>
        pool.findNamed(payload.addressId).pipe(
          Effect.flatMap((named) => translator.translate({ ...named, targetLocale: payload.targetLocale })),
          Effect.map((data) => ({ data })),
          Effect.catchTags({ AddressNotFound: addressNotFound("addressId"), StorageUnavailable: poolUnavailable })
        )
    })
  })
)
