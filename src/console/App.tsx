import { MantineProvider } from "@mantine/core"
import { Notifications } from "@mantine/notifications"
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { Router } from "wouter"
import { noticeEnd } from "./api/session.ts"
import { served } from "./page.ts"
import { Layout } from "./shell/Layout.tsx"
import { cssVariables, theme } from "./theme.ts"

const onError = (error: unknown) => noticeEnd(queries, error)

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // The service itself says when a retry may succeed, and every failure is shown with a retry button.
    // A page that waits for a new sign-in needs what it showed, however long that takes.
    queries: { retry: false, staleTime: 5000, gcTime: Infinity, refetchOnWindowFocus: true }
  }
})

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
