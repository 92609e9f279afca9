import type { DataSource } from "../../../sources/DataSource.ts"

/** A source in a country, as synchronized by one run. */
export interface SyncJob {
  readonly source: string
  readonly country: string
}

/** The jobs of sources: one for each of their countries. */
export const jobsOf = (sources: ReadonlyArray<Pick<DataSource, "manifest">>): ReadonlyArray<SyncJob> =>
  sources.flatMap(({ manifest }) => manifest.countries.map((country) => ({ source: manifest.name, country })))

/** The name of a job. Names of sources contain no slash. */
export const jobName = ({ country, source }: SyncJob): string => `${source}/${country}`
