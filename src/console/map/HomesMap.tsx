import { Skeleton } from "@mantine/core"
import type { EvidenceKind } from "../../../schemas/Address.ts"
import { Frame, lazyPart } from "../parts/loading.tsx"
import { strings } from "../strings.ts"

const MapView = lazyPart(() => import("./MapView.tsx").then(({ MapView }) => MapView))

/** Longitude, latitude, and why there is a home. */
export type HomePoint = readonly [longitude: number, latitude: number, evidence: EvidenceKind]

export interface HomesMapProps {
  readonly points: ReadonlyArray<HomePoint>
  /** What the map shows, for those who do not see it. */
  readonly label: string
  readonly height?: number
}

/** Homes on a map, which is loaded when it is first needed. */
export const HomesMap = (props: HomesMapProps) => (
  <Frame fallback={<Skeleton h={props.height ?? "100%"} mih={260} role="status" aria-label={strings.map.loading} />}>
    <MapView {...props} />
  </Frame>
)
