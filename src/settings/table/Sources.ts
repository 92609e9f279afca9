import { parseHost } from "../../../sources/reading/Hosts.ts"
import { defaultLimits } from "../../../sources/reading/Limits.ts"
import { usualUpstreams } from "../../../sources/reading/Upstreams.ts"
import { isDecodable } from "../PercentEncoding.ts"
import { optional, type Shape, withDefault } from "../Setting.ts"
import { baseUrl, list, text, textLike, texts, whole } from "../Shapes.ts"

const most = 1_000_000
const mirrorOf = (usual: string) => baseUrl(`the address of a mirror, such as ${usual}`)

const isProxy = (address: string): boolean => {
  const url = URL.parse(address)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    !/\s/.test(address) &&
    [url.username, url.password].every(isDecodable)
  )
}

const proxy: Shape<string> = textLike(isProxy, {
  allowed: "the address of a proxy such as http://proxy.example.org:3128",
  hint: "Other characters than letters and digits in its password are percent-encoded (%25 for %)."
})

const isContact = (contact: string): boolean =>
  /^[\x21-\x7e]{3,200}$/.test(contact) && (/^[^@]+@[^@]+\.[^@]+$/.test(contact) || URL.canParse(contact))

/** What records are read from, and what sources may access. */
export const sources = {
  SOURCES: withDefault("SOURCES", {
    sentence: "Built-in data sources by name, comma-separated.",
    shape: texts,
    default: "starter"
  }),
  SOURCE_MODULES: optional("SOURCE_MODULES", {
    sentence: "Modules and installed packages with [sources of your own](../../sources/README.md), comma-separated.",
    shape: texts,
    example: "./village/source.ts"
  }),
  SOURCE_FOLDERS: optional("SOURCE_FOLDERS", {
    sentence:
      "Folders that [sources configured in the console](../../sources/reading/README.md#what-sources-may-read) may read, comma-separated. Files uploaded there go into `uploads` in the first.",
    shape: texts,
    otherwise: "`sources` in `DATA_DIR`"
  }),
  SOURCE_HOSTS: optional("SOURCE_HOSTS", {
    sentence:
      "Servers on this machine and in private networks that sources configured in the console may read from, comma-separated.",
    shape: list(
      {
        allowed: "names, addresses or networks such as files.intern, 10.1.0.0/16 or [fd00::1]:9000, comma-separated"
      },
      parseHost
    ),
    example: "files.intern,10.1.0.0/16"
  }),
  SOURCE_MAX_GB: withDefault("SOURCE_MAX_GB", {
    sentence: "The maximum size of one file of a source, downloaded, uploaded or unpacked.",
    shape: whole(1, most),
    default: String(defaultLimits.fileBytes / 1024 ** 3),
    unit: "GB"
  }),
  SOURCE_MAX_RATIO: withDefault("SOURCE_MAX_RATIO", {
    sentence: "The maximum ratio of a file's unpacked size to its packed size.",
    shape: whole(1, most),
    default: String(defaultLimits.ratio),
    unit: "times"
  }),
  GEOFABRIK_URL: withDefault("GEOFABRIK_URL", {
    sentence:
      "Where [OpenStreetMap extracts](../directory/README.md#open-data-of-the-world) are downloaded from: Geofabrik or a mirror.",
    shape: mirrorOf(usualUpstreams.geofabrik),
    default: usualUpstreams.geofabrik
  }),
  OVERTURE_STAC_URL: withDefault("OVERTURE_STAC_URL", {
    sentence: "Where the catalog of Overture Maps releases is read from.",
    shape: mirrorOf(usualUpstreams.overtureStac),
    default: usualUpstreams.overtureStac
  }),
  OPENADDRESSES_URL: withDefault("OPENADDRESSES_URL", {
    sentence: "Where OpenAddresses' list of sources is read from.",
    shape: mirrorOf(usualUpstreams.openAddresses),
    default: usualUpstreams.openAddresses
  }),
  GEONAMES_URL: withDefault("GEONAMES_URL", {
    sentence: "Where GeoNames' postcode tables are downloaded from.",
    shape: mirrorOf(usualUpstreams.geoNames),
    default: usualUpstreams.geoNames
  }),
  SOURCE_CONTACT: optional("SOURCE_CONTACT", {
    sentence: "Your e-mail address or URL, sent to the servers that sources are downloaded from.",
    shape: textLike(isContact, { allowed: "an e-mail address or a web address" }),
    example: "maps@example.com"
  }),
  HTTPS_PROXY: optional("HTTPS_PROXY", {
    sentence: "The proxy for downloads from https addresses.",
    shape: proxy,
    example: "http://proxy.example.org:3128",
    secret: true,
    alias: "https_proxy"
  }),
  HTTP_PROXY: optional("HTTP_PROXY", {
    sentence: "The proxy for downloads from http addresses, and from https addresses if `HTTPS_PROXY` is not set.",
    shape: proxy,
    example: "http://proxy.example.org:3128",
    secret: true,
    alias: "http_proxy"
  }),
  NO_PROXY: optional("NO_PROXY", {
    sentence: "Hosts and networks that are reached without a proxy, comma-separated.",
    shape: text,
    example: ".intern.example.org,10.0.0.0/8",
    alias: "no_proxy"
  })
}
