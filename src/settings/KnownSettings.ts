/** A setting that the service reads. */
export interface KnownSetting {
  readonly name: string
  readonly description: string
  /** What holds where it is not set. */
  readonly default?: string
  /** Its value gives access to something: it is never shown. */
  readonly secret?: true
}

/** What names a file with a secret setting's value in the place of the value. */
export const secretFileOf = (name: string): string => `${name}_FILE`

/** Every setting, by name. Of secret ones the value may lie in a file, which {@link secretFileOf} names. A test holds the list to the table in src/settings/README.md, and to what the service reads. */
export const knownSettings: ReadonlyArray<KnownSetting> = [
  {
    name: "ADMIN_PASSWORD",
    description: "Administrator password of the console; unset: the last one set, or one generated at the first start.",
    secret: true
  },
  { name: "CORS_ORIGINS", description: "Origins whose pages may call the API." },
  {
    name: "DATABASE_PASSWORD",
    description: "Password for DATABASE_URL; unset: the one that the URL has.",
    secret: true
  },
  {
    name: "DATABASE_READ_LAG",
    description: "How far a replica of DATABASE_READ_URLS may be behind and still be read from.",
    default: "2 seconds"
  },
  {
    name: "DATABASE_READ_URLS",
    description: "Replicas of DATABASE_URL that published pools are read from, comma-separated.",
    secret: true
  },
  { name: "DATABASE_URL", description: "A PostgreSQL server; unset: the embedded one.", secret: true },
  { name: "DATA_DIR", description: "Where the embedded PostgreSQL and downloads are kept.", default: ".data" },
  {
    name: "GEOFABRIK_URL",
    description: "Where extracts of OpenStreetMap are fetched: Geofabrik, or a mirror of it.",
    default: "https://download.geofabrik.de"
  },
  { name: "GEOIP_DATABASE", description: "MaxMind databases, comma-separated.", default: "DB-IP's packages" },
  {
    name: "GEONAMES_URL",
    description: "Where GeoNames' tables of postcodes are fetched.",
    default: "https://download.geonames.org"
  },
  { name: "HOST", description: "Address to listen on.", default: "127.0.0.1" },
  { name: "HTTPS_PROXY", description: "A proxy that sources at https addresses are fetched through.", secret: true },
  { name: "HTTP_PROXY", description: "A proxy that sources at http addresses are fetched through.", secret: true },
  {
    name: "KEEP_POOL_VERSIONS",
    description: "Versions of each country's pool that are kept when the next one is published, 0 to 100.",
    default: "0"
  },
  { name: "LOG_FORMAT", description: "Form of log records: logfmt or json.", default: "logfmt" },
  { name: "LOG_LEVEL", description: "Least level that is logged.", default: "Info" },
  {
    name: "METRICS",
    description: "Who may read /metrics: protected (anyone with a token or signed in), open or off.",
    default: "protected"
  },
  { name: "METRICS_TOKEN", description: "A token that reads /metrics and nothing else.", secret: true },
  { name: "NO_PROXY", description: "Hosts that are asked without a proxy, comma-separated." },
  {
    name: "OPENADDRESSES_URL",
    description: "Where OpenAddresses' list of sources is fetched.",
    default: "https://batch.openaddresses.io"
  },
  { name: "OTLP_ENDPOINT", description: "OpenTelemetry collector that traces, metrics and logs are sent to." },
  { name: "OTLP_HEADERS", description: "Headers for the collector: name=value, comma-separated.", secret: true },
  {
    name: "OVERTURE_STAC_URL",
    description: "Where the catalog of Overture Maps' releases is read.",
    default: "https://stac.overturemaps.org"
  },
  { name: "POOL_MAX_AGE", description: "Older pools are reported as stale.", default: "90 days" },
  { name: "PORT", description: "Port to listen on.", default: "8080" },
  {
    name: "PUBLIC_HOSTS",
    description: "Names that console, administrator API and metrics are reached by, comma-separated."
  },
  {
    name: "RATE_LIMIT_FALLBACK",
    description: "What to do while the store of request limits does not respond: local or refuse.",
    default: "local"
  },
  {
    name: "RATE_LIMIT_STORE",
    description: "Where requests are counted: memory, database or redis; several workers use the database.",
    default: "memory"
  },
  {
    name: "READ_THREADS",
    description: "Threads that read and normalize records, 1 to 64; 1: all in one.",
    default: "the machine's processors"
  },
  { name: "REDIS_URL", description: "The Redis server of RATE_LIMIT_STORE=redis.", secret: true },
  { name: "SOURCES", description: "Built-in data sources by name, comma-separated.", default: "starter" },
  {
    name: "SOURCE_CONTACT",
    description: "An e-mail or web address that is told to the servers that sources are fetched from."
  },
  {
    name: "SOURCE_FOLDERS",
    description: "Folders that sources configured over HTTP read, comma-separated.",
    default: "sources in DATA_DIR"
  },
  {
    name: "SOURCE_HOSTS",
    description: "Servers on this machine and in private networks that sources configured over HTTP may read from."
  },
  { name: "SOURCE_MAX_GB", description: "Gigabytes of one file of a source, downloaded or unpacked.", default: "200" },
  { name: "SOURCE_MAX_RATIO", description: "Times its packed size that a file may unpack to.", default: "300" },
  { name: "SOURCE_MODULES", description: "Modules and installed packages with sources of your own, comma-separated." },
  {
    name: "SYNC",
    description: "Whether a service reads sources itself (on), or leaves that to runners (off).",
    default: "on"
  },
  {
    name: "SYNC_CONCURRENCY",
    description: "Synchronizations that one process runs side by side, 1 to 4.",
    default: "2"
  },
  { name: "TILE_ATTRIBUTION", description: "What is shown beside the tiles of TILE_URL, as their licence asks." },
  { name: "TILE_URL", description: "Raster tiles for the console's maps." },
  {
    name: "TRANSLATOR",
    description: "Who translates: offline, deepl, google or libretranslate.",
    default: "offline"
  },
  { name: "TRANSLATOR_KEY", description: "The translation provider's API key.", secret: true },
  { name: "TRANSLATOR_URL", description: "Where the translation provider answers.", default: "the provider's own" },
  { name: "TRUSTED_PROXIES", description: "Networks whose X-Forwarded-For or Forwarded is believed." }
]
