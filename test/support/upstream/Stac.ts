/** A file of a release. */
export interface StandInPart {
  readonly bytes: Uint8Array
  readonly bbox: readonly [west: number, south: number, east: number, north: number]
  readonly rows: number
}

const json = "application/json"

const link = (rel: string, href: string, more: object = {}) => ({ rel, href, type: json, ...more })

const themeOf: Readonly<Record<string, string>> = { address: "addresses", building: "buildings", place: "places" }

const item = (base: string, release: string, theme: string, type: string, number: string, part: StandInPart) => {
  const [west, south, east, north] = part.bbox
  const key = `release/${release}/theme=${theme}/type=${type}/part-${number}-${release}-c000.zstd.parquet`
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south]
  ]
  const document = {
    type: "Feature",
    stac_version: "1.1.0",
    stac_extensions: ["https://stac-extensions.github.io/alternate-assets/v1.2.0/schema.json"],
    id: number,
    geometry: { type: "Polygon", coordinates: [ring] },
    bbox: part.bbox,
    properties: { num_rows: part.rows, num_row_groups: 1, datetime: `${release.slice(0, 10)}T00:00:00Z` },
    links: [link("root", "../../../../catalog.json"), link("collection", "../collection.json")],
    assets: {
      // A real item names Azure first. Nothing may be fetched from there, since this stand-in replaces only S3.
      azure: {
        href: `https://overturemapswestus2.blob.core.windows.net/${key}`,
        type: "application/vnd.apache.parquet",
        roles: ["data"]
      },
      aws: {
        href: `${base}/${key}`,
        type: "application/vnd.apache.parquet",
        alternate: { s3: { href: `s3://overturemaps-us-west-2/${key}`, "alternate:name": "S3", roles: ["data"] } },
        roles: ["data"]
      }
    },
    collection: type
  }
  return { key, document }
}

/** Catalog documents and bucket objects by path, laid out like https://stac.overturemaps.org. */
export const stacDocuments = (
  base: string,
  releases: ReadonlyArray<string>,
  latest: string,
  release: string,
  parts: Readonly<Record<string, ReadonlyArray<StandInPart>>>
): ReadonlyArray<readonly [path: string, content: unknown]> => {
  const types = Object.keys(parts)
  const root = {
    type: "Catalog",
    id: "Overture Releases",
    stac_version: "1.1.0",
    description: "All Overture Releases",
    links: [
      link("root", "./catalog.json"),
      ...releases.map((name) =>
        name === latest
          ? link("child", `./${name}/catalog.json`, { title: "Latest Overture Release", latest: true })
          : link("child", `./${name}/catalog.json`, { title: `${name} Overture Release` })
      )
    ],
    latest
  }
  const catalog = {
    type: "Catalog",
    id: release,
    stac_version: "1.1.0",
    description: `${release} Overture Release`,
    links: [link("root", "../catalog.json"), ...types.map((type) => link("child", `./${themeOf[type]}/catalog.json`))]
  }
  const ofTypes = types.flatMap((type) => {
    const theme = themeOf[type]!
    const items = parts[type]!.map((part, index) => {
      const number = String(index).padStart(5, "0")
      return { number, part, ...item(base, release, theme, type, number, part) }
    })
    const collection = {
      type: "Collection",
      id: type,
      stac_version: "1.1.0",
      description: `${type} of ${release}`,
      license: "various",
      extent: {
        spatial: { bbox: [[-180, -90, 180, 90], ...items.map(({ part }) => part.bbox)] },
        temporal: { interval: [[null, null]] }
      },
      links: [
        link("root", "../../../catalog.json"),
        ...items.map(({ number }) => link("item", `./${number}/${number}.json`, { type: "application/geo+json" }))
      ]
    }
    return [
      [`stac/${release}/${theme}/${type}/collection.json`, collection] as const,
      ...items.flatMap(({ document, key, number, part }) => [
        [`stac/${release}/${theme}/${type}/${number}/${number}.json`, document] as const,
        [key, part.bytes] as const
      ])
    ]
  })
  return [["stac/catalog.json", root], [`stac/${release}/catalog.json`, catalog], ...ofTypes]
}
