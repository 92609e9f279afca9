import { Tooltip } from "@mantine/core"
import { useEffect, useState } from "react"
import { moment, relative } from "../format.ts"

/** How often relative times are updated. */
const TICK_MILLISECONDS = 20_000

/** A relative time, with the exact moment as a tooltip. */
export const Time = ({ at }: { readonly at: string }) => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MILLISECONDS)
    return () => clearInterval(timer)
  }, [])
  return (
    <Tooltip label={moment(at)}>
      <time dateTime={at} className="nowrap">
        {relative(at, Math.max(now, 0))}
      </time>
    </Tooltip>
  )
}
