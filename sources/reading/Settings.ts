import { Context } from "effect"
import type { AllowedFolders } from "./Folders.ts"
import type { Host } from "./Hosts.ts"
import { defaultLimits, type Limits } from "./Limits.ts"
import { type Upstreams, usualUpstreams } from "./Upstreams.ts"

/** What sources configured over HTTP may read, as opposed to those from the command line. */
export interface SourceAccess extends AllowedFolders {
  /** Servers that may be read from although they are not public. */
  readonly hosts: ReadonlyArray<Host>
}

/** The proxies to use. */
export interface ProxySettings {
  readonly http: string | undefined
  readonly https: string | undefined
  /** Hosts that are reached without a proxy, comma-separated; empty: none. */
  readonly none: string
}

export const noProxies: ProxySettings = { http: undefined, https: undefined, none: "" }

/** How files and servers of sources are read. */
export interface Reading {
  readonly access: SourceAccess
  readonly limits: Limits
  readonly proxies: ProxySettings
  readonly upstreams: Upstreams
  /** An e-mail or web address at which publishers of the data can reach the operator. */
  readonly contact: string | undefined
}

/** The operator's settings. By default, the usual limits apply, and folders are read only by their paths. */
export const ReadingSettings = Context.Reference<Reading>("doorstep/ReadingSettings", {
  defaultValue: () => ({
    access: { dataDir: ".", folders: [], hosts: [] },
    limits: defaultLimits,
    proxies: noProxies,
    upstreams: usualUpstreams,
    contact: undefined
  })
})
