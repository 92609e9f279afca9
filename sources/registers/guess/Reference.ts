import type { Projection } from "../grids/Projection.ts"
import { byEpsg, ofWkt } from "../grids/Projections.ts"

/** The reference system in well-known text, in a URN or URL with an EPSG code, or CRS84. */
export const referenceOf = (text: string | undefined): Projection | "degrees" | undefined => {
  if (text === undefined) return undefined
  if (/crs:?84/i.test(text)) return "degrees"
  const epsg = /epsg(?:\.xml#|\/[\d.]+\/|[^\d]{0,3}(?:\d[\d.]*:)?)(\d{4,6})/i.exec(text)?.[1]
  // German surveying offices have names of their own.
  const zone = /urn:adv:crs:ETRS89_UTM(3[1-3])$/i.exec(text)?.[1]
  if (zone !== undefined) return byEpsg(25_800 + Number(zone))
  return epsg === undefined ? ofWkt(text) : byEpsg(Number(epsg))
}

/**
 * Grids that fit their country, or another, with either order of the two numbers, and that EPSG writes with the northing
 * first: of Luxembourg, Poland, Hong Kong, Europe, Latvia, Berlin, Singapore, Austria and Romania.
 */
const northings = new Set([2169, 2180, 2326, 3034, 3035, 3059, 3068, 3414, 3416, 3844, 31287])

/** URNs and URLs, whose order of the two numbers is that of EPSG's register; short codes have the easting first. */
const isOrdered = (reference: string): boolean => /^urn:|opengis\.net\/def\/crs/i.test(reference)

/** Whether the reference says, by its form, that northings come first. */
export const isNorthFirst = (text: string | undefined): boolean => {
  const found = referenceOf(text)
  return isOrdered(text ?? "") && found !== undefined && found !== "degrees" && northings.has(found.epsg)
}

/** Whether the reference of degrees says, by its form, that latitudes come first; undefined if it says nothing. */
export const isLatitudeFirst = (text: string | undefined): boolean | undefined =>
  text === undefined || referenceOf(text) !== "degrees" ? undefined : isOrdered(text) && !/crs:?84/i.test(text)
