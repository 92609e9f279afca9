import { Skeleton } from "@mantine/core"
import { Frame, lazyPart } from "../parts/loading.tsx"
import { strings } from "../strings.ts"
import { withOutlines } from "./outlines.ts"

const MapView = lazyPart(() => withOutlines(import("./MapView.tsx").then(({ MapView }) => MapView)))

/** Longitude, latitude and kind of a point. */
export type HomePoint = readonly [longitude: number, latitude: number, kind: string]

/** Colours and names of the kinds of points, in the order of the legend. */
export type Palette = Readonly<Record<string, { readonly color: string; readonly name: string }>>

export interface HomesMapProps {
  readonly points: ReadonlyArray<HomePoint>
  /** What the map shows, for screen readers. */
  readonly label: string
  readonly height?: number
  /** Default: kinds of evidence. Must be a constant, because the map is redrawn when it changes. */
  readonly palette?: Palette
}

/** Homes on a map, which is loaded when first needed. */
export const HomesMap = (props: HomesMapProps) => (
  <Frame fallback={<Skeleton h={props.height ?? "100%"} mih={260} role="status" aria-label={strings.map.loading} />}>
    <MapView {...props} />
  </Frame>
)
