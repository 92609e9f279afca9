import { Skeleton } from "@mantine/core"
import type { DirectoryCountry } from "../../../schemas/admin/Directory.ts"
import { Frame, lazyPart } from "../parts/loading.tsx"
import { strings } from "../strings.ts"
import { withOutlines } from "./outlines.ts"

const CountriesMapView = lazyPart(() =>
  withOutlines(import("./CountriesMapView.tsx").then(({ CountriesMapView }) => CountriesMapView))
)

export interface CountriesMapProps {
  /** By code. Countries that are not among them cannot be chosen. */
  readonly countries: ReadonlyMap<string, Pick<DirectoryCountry, "country" | "state">>
  readonly onChoose: (country: string) => void
}

/** The world map to choose a country from. For those who cannot see it, there is the list beside it. */
export const CountriesMap = (props: CountriesMapProps) => (
  <Frame fallback={<Skeleton h={480} role="status" aria-label={strings.map.loading} />}>
    <CountriesMapView {...props} />
  </Frame>
)
