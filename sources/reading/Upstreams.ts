/** Where the open data are that Doorstep knows by name: the publishers' own servers, or mirrors of them. */
export interface Upstreams {
  readonly geofabrik: string
  readonly overtureStac: string
  readonly openAddresses: string
  readonly geoNames: string
}

/** The publishers' own. */
export const usualUpstreams: Upstreams = {
  geofabrik: "https://download.geofabrik.de",
  overtureStac: "https://stac.overturemaps.org",
  openAddresses: "https://batch.openaddresses.io",
  geoNames: "https://download.geonames.org"
}
