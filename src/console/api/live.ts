import { type QueryClient, skipToken, useQuery, useQueryClient } from "@tanstack/react-query"
import { Effect, Stream } from "effect"
import { useEffect } from "react"
import type { LiveRuns } from "../../../schemas/admin/Runs.ts"
import { admin, follow } from "./admin.ts"
import { sessionKey } from "./session.ts"

const key = ["live-runs"] as const

/** How long to wait before reconnecting to a stream that has ended. */
const RECONNECT_MILLISECONDS = 2000

/** The service says something every 15 seconds. What is silent for longer is lost, of which no browser says a word. */
const SILENT_MILLISECONDS = 45_000

const events = admin.runs
  .live()
  .pipe(Effect.timeout(SILENT_MILLISECONDS), Effect.map(Stream.timeout(SILENT_MILLISECONDS)))

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, RECONNECT_MILLISECONDS)
    signal.addEventListener("abort", () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Refreshes what a run changes and so is outdated once the run has ended. */
const refresh = (queries: QueryClient) =>
  Promise.all(
    [
      ["overview"],
      ["pools"],
      ["sources"],
      ["runs"],
      ["countries"],
      ["places"],
      ["world-map"],
      ["directory"],
      ["downloads"]
    ].map((queryKey) => queries.invalidateQueries({ queryKey }))
  )

/** Current runs with their progress; undefined until the first event. */
export const useLiveRuns = (): LiveRuns | undefined => {
  const queries = useQueryClient()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const watch = async () => {
      let isFirst = true
      while (!signal.aborted) {
        await follow(
          events,
          (event) => {
            queries.setQueryData(key, event)
            // The first event names runs whose end this page may already know.
            if (event.ended.length > 0 && !isFirst) void refresh(queries)
            isFirst = false
          },
          signal
        ).catch(() => undefined)
        if (signal.aborted) return
        // The stream ends with the session, and when the service stops.
        await queries.invalidateQueries({ queryKey: sessionKey })
        await pause(signal)
      }
    }
    void watch()
    return () => controller.abort()
  }, [queries])
  return useQuery<LiveRuns>({ queryKey: key, queryFn: skipToken }).data
}
