import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Effect, Layer, References } from "effect"
import type { Duration, Scope } from "effect"
import { GeoIpResolver } from "../../../src/geoip/GeoIpResolver.ts"

/** A resolver of these files, with a folder for its copies. */
export const layerOf = (environment: Readonly<Record<string, string>>, interval: Duration.Input = "1 hour") =>
  GeoIpResolver.layerNoDeps(interval).pipe(
    Layer.provide(NodeServices.layer),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: "/nonexistent", ...environment })))
  )

export const withFiles =
  (...paths: ReadonlyArray<string>) =>
  <A, E>(effect: Effect.Effect<A, E, GeoIpResolver | Scope.Scope>) =>
    effect.pipe(
      Effect.provide(layerOf({ GEOIP_DATABASE: paths.join(",") })),
      Effect.scoped,
      Effect.provideService(References.MinimumLogLevel, "None")
    )
