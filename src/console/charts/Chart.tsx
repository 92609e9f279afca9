import { Skeleton } from "@mantine/core"
import { lazy, Suspense } from "react"
import type { UseChartProps } from "./UseChart.tsx"

const UseChart = lazy(() => import("./UseChart.tsx"))

/** A chart, whose library is loaded when the first one is needed. */
export const Chart = (props: UseChartProps) => (
  <Suspense fallback={<Skeleton h={props.height} />}>
    <UseChart {...props} />
  </Suspense>
)
