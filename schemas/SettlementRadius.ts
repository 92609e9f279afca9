/** Kilometres of the largest radius: no settlement is taken to be larger. */
export const largestRadius = 12

/** Kilometres of the radius of a village whose population is unknown. */
export const smallestRadius = 0.7

/**
 * The radius in kilometres within which addresses belong to a settlement, by its population: that of a circle with
 * 2,500 inhabitants per square kilometre. The README beside the gazetteer's data has measurements.
 */
export const settlementRadius = (population: number): number =>
  Math.min(largestRadius, Math.max(smallestRadius, Math.sqrt(population / (Math.PI * 2500))))
