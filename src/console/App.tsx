import { MantineProvider } from "@mantine/core"
import { Notifications } from "@mantine/notifications"
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { Router } from "wouter"
import { isFailure } from "./api/failure.ts"
import { endSession } from "./api/session.ts"
import { served } from "./page.ts"
import { Layout } from "./shell/Layout.tsx"
import { cssVariables, theme } from "./theme.ts"

/** The next request of a session that has ended fails, and the page then asks to sign in again. */
const onError = (error: unknown) => {
  if (isFailure(error, "SignedOut")) endSession(queries)
}

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // The service itself says when a retry may succeed, and every failure is shown with a retry button.
    queries: { retry: false, staleTime: 5000, refetchOnWindowFocus: true }
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
