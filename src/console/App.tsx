import { MantineProvider } from "@mantine/core"
import { Notifications } from "@mantine/notifications"
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { Router } from "wouter"
import { isFailure } from "./api/failure.ts"
import { sessionKey } from "./api/session.ts"
import { served } from "./page.ts"
import { Layout } from "./shell/Layout.tsx"
import { cssVariables, theme } from "./theme.ts"

/** A session that has ended shows in whatever is asked next: the page then asks to sign in again. */
const onError = (error: unknown) => {
  if (isFailure(error, "SignedOut")) queries.setQueryData(sessionKey, null)
}

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // The service says itself when another try may succeed, and every failure is shown with a button to try again.
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
