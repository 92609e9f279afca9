import { createHash } from "node:crypto"
import type { Renewal } from "../../schemas/Directory.ts"

/** How often upstream is read. Daily data is read weekly, because a pool of homes does not change by the day. */
const rhythmOf: Readonly<Record<Renewal, "weekly" | "monthly" | "quarterly">> = {
  daily: "weekly",
  weekly: "weekly",
  monthly: "monthly",
  quarterly: "monthly",
  yearly: "quarterly",
  irregularly: "quarterly"
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

interface RenewalTime {
  /** Five fields, in UTC. */
  readonly cron: string
  /** The same in words, to follow "renewed". */
  readonly rhythm: string
}

const two = (value: number): string => String(value).padStart(2, "0")

/**
 * When a source is renewed: as often as upstream publishes something new, but at most weekly, at an individual time.
 * Sources and installations are spread over days, hours and minutes, so that they do not all contact upstream's servers
 * at once.
 *
 * @param seed the same seed gives the same time
 */
export const renewalTime = (renewed: Renewal, seed: string): RenewalTime => {
  const hash = createHash("sha256").update(seed).digest()
  const [minute, hour] = [hash.readUInt32BE(0) % 60, hash.readUInt32BE(4) % 24]
  // Every month has these days.
  const [weekday, day] = [hash.readUInt32BE(8) % 7, 1 + (hash.readUInt32BE(12) % 28)]
  const time = `${two(hour)}:${two(minute)} UTC`
  switch (rhythmOf[renewed]) {
    case "weekly":
      return { cron: `${minute} ${hour} * * ${weekday}`, rhythm: `every week, on ${weekdays[weekday]} at ${time}` }
    case "monthly":
      return { cron: `${minute} ${hour} ${day} * *`, rhythm: `every month, on day ${day} at ${time}` }
    case "quarterly": {
      const first = 1 + (hash.readUInt32BE(16) % 3)
      const months = [first, first + 3, first + 6, first + 9].join(",")
      return {
        cron: `${minute} ${hour} ${day} ${months} *`,
        rhythm: `every three months, on day ${day} at ${time}`
      }
    }
  }
}
