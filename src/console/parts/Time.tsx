import { Tooltip } from "@mantine/core"
import { useEffect, useState } from "react"
import { moment, relative } from "../format.ts"

/** How often a page looks at the clock again. */
const TICK_MILLISECONDS = 20_000

/** How long ago something was, or is to be; the exact moment on a closer look. */
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
