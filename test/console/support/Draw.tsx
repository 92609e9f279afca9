import { MantineProvider } from "@mantine/core"
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { render } from "@testing-library/react"
import { userEvent } from "@testing-library/user-event"
import type { ReactNode } from "react"
import { Router } from "wouter"
import { makeQueries } from "../../../src/console/api/client.ts"
import { cssVariables, theme } from "../../../src/console/theme.ts"

/** What surrounds every part in the console, without animations, so that no test waits for one. */
const around = (queries: QueryClient) =>
  function Around({ children }: { readonly children: ReactNode }) {
    return (
      <MantineProvider env="test" theme={theme} cssVariablesResolver={cssVariables}>
        <QueryClientProvider client={queries}>
          <Router base="/console">{children}</Router>
        </QueryClientProvider>
      </MantineProvider>
    )
  }

/** Renders a part as the console does, at one of its addresses, and a user with a keyboard and a mouse. */
export const draw = (part: ReactNode, address = "/") => {
  window.history.replaceState(null, "", `/console${address}`)
  const queries = makeQueries()
  const user = userEvent.setup()
  return { ...render(part, { wrapper: around(queries) }), queries, user }
}

/** The address that the browser shows. */
export const addressNow = (): string => `${window.location.pathname}${window.location.search}`
