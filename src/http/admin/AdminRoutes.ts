import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import * as Validation from "../middleware/Validation.ts"
import * as Administration from "./Administration.ts"
import * as Description from "./Description.ts"
import * as Directory from "./Directory.ts"
import * as Downloads from "./Downloads.ts"
import * as Machines from "./Machines.ts"
import * as Overview from "./Overview.ts"
import * as Pools from "./Pools.ts"
import * as Runs from "./Runs.ts"
import * as SameSite from "./SameSite.ts"
import * as Sessions from "./Sessions.ts"
import * as SignedIn from "./SignedIn.ts"
import * as Sources from "./Sources.ts"
import * as Suppressions from "./Suppressions.ts"
import * as Tables from "./Tables.ts"
import * as Tokens from "./Tokens.ts"
import * as Uploads from "./Uploads.ts"

const handlersNoDeps = Layer.mergeAll(
  Description.layerNoDeps,
  Sessions.layerNoDeps,
  Overview.layerNoDeps,
  Machines.layerNoDeps,
  Pools.layerNoDeps,
  Sources.layerNoDeps,
  Directory.layerNoDeps,
  Tables.layerNoDeps,
  Uploads.layerNoDeps,
  Runs.layerNoDeps,
  Downloads.layerNoDeps,
  Tokens.layerNoDeps,
  Suppressions.layerNoDeps,
  Administration.layerNoDeps
).pipe(Layer.provide([Validation.layer, SameSite.layer, SignedIn.layer]))

/** The administrator API at `/admin/api`. */
export const layerNoDeps = HttpApiBuilder.layer(AdminApi).pipe(Layer.provide(handlersNoDeps))
