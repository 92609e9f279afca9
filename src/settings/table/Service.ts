import { proxyNetwork } from "../ProxyNetwork.ts"
import { optional, withDefault } from "../Setting.ts"
import { list, text, texts, whole } from "../Shapes.ts"

const isOrigin = (origin: string): boolean =>
  origin === "*" || (URL.canParse(origin) && new URL(origin).origin === origin)

const hostName = /^\.?(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/

/** Where the service listens, and where its data is. */
export const service = {
  HOST: withDefault("HOST", { sentence: "Address to listen on.", shape: text, default: "127.0.0.1" }),
  PORT: withDefault("PORT", {
    sentence: "Port to listen on; 0 takes a free one.",
    shape: whole(0, 65_535, "0 picks a free port."),
    default: "8080"
  }),
  DATA_DIR: withDefault("DATA_DIR", {
    sentence:
      "Folder for the embedded PostgreSQL, for [downloads](../../sources/reading/README.md#downloads), and for what does not fit in memory while an extract is read.",
    shape: text,
    default: ".data"
  }),
  PUBLIC_HOSTS: optional("PUBLIC_HOSTS", {
    sentence:
      "Host names at which the console, the administrator API and the metrics may be reached, comma-separated; `.example.com` includes all names below it. `localhost`, IP addresses and the name in `HOST` always work.",
    shape: list(
      {
        allowed:
          "names such as doorstep.example.com, or .example.com for all names below it, without a port, comma-separated"
      },
      (part) => (hostName.test(part.toLowerCase()) ? part.toLowerCase() : undefined)
    ),
    example: "doorstep.example.com"
  }),
  CORS_ORIGINS: optional("CORS_ORIGINS", {
    sentence: "Origins whose pages may call the API, comma-separated; `*` means all.",
    shape: list({ allowed: "origins such as https://app.example.com, comma-separated, or * for all" }, (part) =>
      isOrigin(part) ? part : undefined
    ),
    example: "https://app.example.com"
  }),
  TRUSTED_PROXIES: optional("TRUSTED_PROXIES", {
    sentence: "Networks and addresses whose `X-Forwarded-For` or `Forwarded` header is trusted, comma-separated.",
    shape: list(
      {
        allowed: "networks such as 10.0.0.0/8 or 2001:db8::/32, or addresses, comma-separated",
        hint: "A network has no bits set after its prefix."
      },
      proxyNetwork
    ),
    example: "10.0.0.0/8"
  }),
  GEOIP_DATABASE: optional("GEOIP_DATABASE", {
    sentence:
      "MaxMind databases (`.mmdb`), comma-separated. They are loaded into memory at the first look-up that needs them (DB-IP's: 63 MB for IPv4, 71 MB for IPv6).",
    shape: texts,
    otherwise: "DB-IP's packages"
  })
}
