/** EPSG codes of grids by the words that names of columns have for them, as in `DLTM_X` and `este_crtm05`. */
const grids: Readonly<Record<string, number>> = {
  cltm: 6312,
  crtm05: 8908,
  dltm: 3997,
  egsa87: 2100,
  eov: 23700,
  ggrs87: 2100,
  hk80: 2326,
  hk1980: 2326,
  htrs96: 3765,
  isn93: 3057,
  isn2004: 5325,
  isn2016: 8088,
  kkj: 2393,
  l93: 2154,
  l2e: 27572,
  lambert93: 2154,
  lks92: 3059,
  lks94: 3346,
  luref: 2169,
  lv03: 21781,
  lv95: 2056,
  nztm: 2193,
  nztm2000: 2193,
  nzmg: 27200,
  puwg1992: 2180,
  qnd95: 2932,
  rt90: 3021,
  sld99: 5235,
  stereo70: 3844,
  svy21: 3414,
  tm06: 3763,
  tm35fin: 3067,
  twd67: 3828,
  twd97: 3826,
  // South Africa's, by their meridians.
  ...Object.fromEntries([15, 17, 19, 21, 23, 25, 27, 29, 31, 33].map((lo, index) => [`lo${lo}`, 2046 + index]))
}

/** The EPSG code of the grid that a word of a column's name stands for. */
export const gridOfWord = (word: string): number | undefined => (Object.hasOwn(grids, word) ? grids[word] : undefined)
