import { MantineProvider } from "@mantine/core"
import { Notifications } from "@mantine/notifications"
import { QueryClientProvider } from "@tanstack/react-query"
import { Router } from "wouter"
import { makeQueries } from "./api/client.ts"
import { served } from "./page.ts"
import { Layout } from "./shell/Layout.tsx"
import { cssVariables, theme } from "./theme.ts"

const queries = makeQueries()

export const App = () => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    getStyleNonce={() => served.styleNonce}
  >
    <QueryClientProvider client={queries}>
      <Notifications position="bottom-right" />
      <Router base="/console">
        <Layout />
      </Router>
    </QueryClientProvider>
  </MantineProvider>
)
