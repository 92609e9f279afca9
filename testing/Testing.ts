import { type Client, createClient } from "../client/Client.ts"
import type { TestData } from "./service/Data.ts"
import { cacheFolder } from "./service/Folders.ts"
import { startService } from "./service/Start.ts"

export type { Client } from "../client/Client.ts"
export type { FileData, SnapshotData, TestData } from "./service/Data.ts"

export interface StartOptions {
  /** The data of the service. Default: `starter`, 4,049 homes in the United States. */
  readonly data?: TestData
  /**
   * Whether processes of the same run share one service. `true`: those started by the same parent process, as test
   * runners start their workers. A text: those with the same text. `false`: none. Default: `true`. Draws change
   * nothing, so tests do not affect each other.
   */
  readonly share?: boolean | string
  /** Settings of the service, such as `CORS_ORIGINS`. It takes nothing else from the environment. */
  readonly settings?: Readonly<Record<string, string>>
  /**
   * Where filled data folders are cached, so that the next start takes a second or two. Default:
   * `node_modules/.cache/doorstep` of the project. `false`: no cache.
   */
  readonly cache?: string | false
}

/** A service that runs for a test. */
export interface Doorstep extends AsyncDisposable {
  /** Such as `http://127.0.0.1:49152`. */
  readonly url: string
  /** A token with the scope `generate`, and a rate limit that no test reaches. */
  readonly token: string
  readonly client: Client
  /**
   * Releases the service. It stops, and its data are deleted, when its last user has released it or ended. Resolves
   * when that is done; if another process started the service, resolves at once.
   */
  readonly stop: () => Promise<void>
}

const runOf = (share: boolean | string): string | undefined => {
  if (share === false) return undefined
  return share === true ? `parent ${process.ppid}` : `run ${share}`
}

/**
 * Starts a Doorstep for a test run, on a free port, independent of your own installation and environment. The first
 * start with new data takes as long as reading them; each later start takes a second or two.
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
