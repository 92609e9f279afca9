import { Tooltip } from "@mantine/core"
import { useEffect, useReducer } from "react"
import { serviceNow } from "../api/clock.ts"
import { moment, relative } from "../format.ts"

/** How often relative times are updated. */
const TICK_MILLISECONDS = 20_000

/** A relative time, with the exact moment as a tooltip. */
export const Time = ({ at }: { readonly at: string }) => {
  const [, update] = useReducer((ticks: number) => ticks + 1, 0)
  useEffect(() => {
    const timer = setInterval(update, TICK_MILLISECONDS)
    return () => clearInterval(timer)
  }, [])
  return (
    <Tooltip label={moment(at)}>
      <time dateTime={at} className="nowrap">
        {relative(at, serviceNow())}
      </time>
    </Tooltip>
  )
}
