import { type Client, createClient } from "../client/Client.ts"
import type { TestData } from "./service/Data.ts"
import { cacheFolder } from "./service/Folders.ts"
import { startService } from "./service/Start.ts"

export type { Client } from "../client/Client.ts"
export type { FileData, SnapshotData, TestData } from "./service/Data.ts"

export interface StartOptions {
  /** What the service answers from. Default: `starter`, 4,053 addresses of the United States. */
  readonly data?: TestData
  /**
   * Whether processes of the same run share one service: `true`, those that the same process started, as test runners do
   * with their workers; a text, those that give the same; `false`, none. Default: `true`. Draws change nothing, so that
   * tests do not notice each other.
   */
  readonly share?: boolean | string
  /** Settings of the service, such as `CORS_ORIGINS`. Nothing else of the environment reaches it. */
  readonly settings?: Readonly<Record<string, string>>
  /**
   * Where filled data folders are kept, so that the next start takes a second or two. Default: `node_modules/.cache/doorstep`
   * of the project. `false`: nowhere.
   */
  readonly cache?: string | false
}

/** A service that runs for a test. */
export interface Doorstep extends AsyncDisposable {
  /** Such as `http://127.0.0.1:49152`. */
  readonly url: string
  /** Of the scope `generate`, without a limit that a test would reach. */
  readonly token: string
  readonly client: Client
  /**
   * Lets the service go. It ends when the last one has let it go, by this or by ending, and its data go with it. Resolves
   * when that is done, or, of a service that another process started, at once.
   */
  readonly stop: () => Promise<void>
}

const runOf = (share: boolean | string): string | undefined => {
  if (share === false) return undefined
  return share === true ? `parent ${process.ppid}` : `run ${share}`
}

/**
 * A Doorstep for a test run, on a free port, with nothing of its own installation or environment. A first start with new
 * data takes as long as reading them does; each one after that a second or two.
 *
 * @example
 * const doorstep = await startDoorstep()
 * const { result } = await doorstep.client.generate({ seed: "checkout" })
 * await doorstep.stop()
 */
export const startDoorstep = async (options: StartOptions = {}): Promise<Doorstep> => {
  const { cache, data = "starter", settings = {}, share = true } = options
  const service = await startService({
    data,
    settings,
    run: runOf(share),
    cache: cache === false ? undefined : (cache ?? cacheFolder())
  })
  const { token, url } = service
  const stop = async () => {
    service.hold.release()
    if (share === false) await service.ended()
  }
  return { url, token, client: createClient({ baseUrl: url, token }), stop, [Symbol.asyncDispose]: stop }
}
