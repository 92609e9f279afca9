import "@mantine/charts/styles.css"
import { BarChart } from "@mantine/charts"
import { integer } from "../format.ts"

export interface UseChartProps {
  /** Each has a label, and a number per series. */
  readonly data: ReadonlyArray<Readonly<Record<string, string | number>>>
  readonly series: ReadonlyArray<{ readonly name: string; readonly color: string }>
  readonly height: number
  /** What the chart shows, for screen readers. */
  readonly label: string
}

export const UseChart = ({ data, height, label, series }: UseChartProps) => (
  <div role="img" aria-label={label}>
    <BarChart
      h={height}
      data={[...data] as Array<Record<string, string | number>>}
      dataKey="label"
      type="stacked"
      series={[...series]}
      withLegend={series.length > 1}
      legendProps={{ verticalAlign: "top" }}
      valueFormatter={integer}
      gridAxis="x"
      tickLine="none"
      barProps={{ isAnimationActive: false }}
      barChartProps={{ accessibilityLayer: false, barCategoryGap: 2 }}
      xAxisProps={{ minTickGap: 32 }}
      yAxisProps={{ allowDecimals: false, width: 44 }}
    />
  </div>
)
