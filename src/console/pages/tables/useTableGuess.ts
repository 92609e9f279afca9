import { useEffect, useRef, useState } from "react"
import type { TableQuestion } from "../../../../schemas/admin/Tables.ts"
import type { LocatedGuess, TableGuess } from "../../../../schemas/TableGuess.ts"
import { admin } from "../../api/admin.ts"
import { useFollow } from "../../api/session.ts"
import { strings } from "../../strings.ts"

/** Milliseconds after the last change before the service is asked. */
const patience = 400

export interface TableState {
  readonly guess: LocatedGuess | undefined
  /** The location, as it was typed, of which the guess is. */
  readonly of: string | undefined
  readonly error: unknown
  readonly reading: boolean
}

const nothing: TableState = { guess: undefined, of: undefined, error: undefined, reading: false }

/** What the service says about a table, asked once typing has paused; undefined asks nothing. */
export const useTableGuess = (question: TableQuestion | undefined): TableState => {
  const [state, setState] = useState<TableState>(nothing)
  const asked = question === undefined ? undefined : JSON.stringify(question)
  const follow = useFollow()
  const last = useRef(question)
  last.current = question
  useEffect(() => {
    if (asked === undefined) {
      setState(nothing)
      return
    }
    const controller = new AbortController()
    setState((state) => ({ ...state, reading: true }))
    const timer = setTimeout(() => {
      const current = last.current
      if (current === undefined) return
      follow(
        admin.tables.guess({ payload: current }),
        (event) => {
          if (controller.signal.aborted || event.type === "reading") return
          if (event.type === "guess") {
            setState({ guess: event.guess, of: current.location, error: undefined, reading: false })
          } else setState((state) => ({ ...state, error: new Error(event.message), reading: false }))
        },
        controller.signal
      ).catch((error: unknown) => {
        if (!controller.signal.aborted) setState((state) => ({ ...state, error, reading: false }))
      })
    }, patience)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [asked, follow])
  return state
}

/** An address on one line, with its coordinates. */
export const lineOf = (address: TableGuess["addresses"][number]): string => {
  const { city, district, houseNumber, latitude, longitude, postcode, region, street, unit } = address
  const line = [[houseNumber, street].filter(Boolean).join(" "), unit, district, city, region, postcode]
  const place =
    latitude === undefined || longitude === undefined
      ? strings.tables.noPlace
      : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  return `${line.filter(Boolean).join(", ")} (${place})`
}
