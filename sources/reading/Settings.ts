import { Context } from "effect"
import type { AllowedFolders } from "./Folders.ts"
import type { Host } from "./Hosts.ts"
import { defaultLimits, type Limits } from "./Limits.ts"
import { type Upstreams, usualUpstreams } from "./Upstreams.ts"

/** What sources may read that were configured over HTTP, and not by who has a shell. */
export interface SourceAccess extends AllowedFolders {
  /** Servers that are not public, and may be read from all the same. */
  readonly hosts: ReadonlyArray<Host>
}

/** Through which proxies servers are asked. */
export interface ProxySettings {
  readonly http: string | undefined
  readonly https: string | undefined
  /** Names that are asked directly, comma-separated; empty: none. */
  readonly none: string
}

export const noProxies: ProxySettings = { http: undefined, https: undefined, none: "" }

/** How it is read what sources are made from. */
export interface Reading {
  readonly access: SourceAccess
  readonly limits: Limits
  readonly proxies: ProxySettings
  readonly upstreams: Upstreams
  /** An e-mail or web address, by which those whose data are fetched reach the operator. */
  readonly contact: string | undefined
}

/** As an operator has set it. Whoever reads without a service reads within the usual limits, and no folder but by its path. */
export const ReadingSettings = Context.Reference<Reading>("doorstep/ReadingSettings", {
  defaultValue: () => ({
    access: { dataDir: ".", folders: [], hosts: [] },
    limits: defaultLimits,
    proxies: noProxies,
    upstreams: usualUpstreams,
    contact: undefined
  })
})
