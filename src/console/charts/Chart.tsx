import { Skeleton } from "@mantine/core"
import { Frame, lazyPart } from "../parts/loading.tsx"
import type { UseChartProps } from "./UseChart.tsx"

const UseChart = lazyPart(() => import("./UseChart.tsx").then(({ UseChart }) => UseChart))

/** A chart; its library is loaded when first needed. */
export const Chart = (props: UseChartProps) => (
  <Frame fallback={<Skeleton h={props.height} />}>
    <UseChart {...props} />
  </Frame>
)
