/** The attribution that a database's licence requires wherever its results are shown. */
export interface Attribution {
  readonly text: string
  readonly url: string
  readonly license: string
}

const dbIp: Attribution = {
  text: "IP Geolocation by DB-IP",
  url: "https://db-ip.com",
  license: "CC BY 4.0"
}

const geoLite: Attribution = {
  text: "This product includes GeoLite Data created by MaxMind, available from https://www.maxmind.com",
  url: "https://www.maxmind.com",
  license: "GeoLite End User License Agreement"
}

const ipInfo: Attribution = {
  text: "IP address data powered by IPinfo",
  url: "https://ipinfo.io",
  license: "CC BY-SA 4.0"
}

/**
 * The attribution that a database requires; undefined for those that require none, such as GeoIP2. What a file says
 * about itself decides. The packages of ip-location-db only say "city ipv4", and are recognized by their file names.
 */
export const attributionOf = (databaseType: string, fileName: string): Attribution | undefined => {
  if (/^geolite/i.test(databaseType)) return geoLite
  if (/^db-?ip/i.test(databaseType)) return dbIp
  // "ipinfo bundle_location_lite.mmdb". IPinfo's other files are licensed without attribution.
  if (/^ipinfo .*lite/i.test(databaseType)) return ipInfo
  if (/^geolite/i.test(fileName)) return geoLite
  return /^dbip/i.test(fileName) ? dbIp : undefined
}
