import { Anchor, Skeleton, Text } from "@mantine/core"
import { lazy, Suspense } from "react"
import { Link, Redirect, Route, Switch } from "wouter"
import type { SessionQuery } from "../api/session.ts"
import { Page } from "../parts/Page.tsx"
import { Failure } from "../parts/States.tsx"
import { strings } from "../strings.ts"
import { OverviewPage } from "./overview/OverviewPage.tsx"
import { SignInPage } from "./SignInPage.tsx"
import { TryPage } from "./try/TryPage.tsx"

// What is not seen first is loaded when it is first seen.
const AuditPage = lazy(() => import("./admin/AuditPage.tsx").then(({ AuditPage }) => ({ default: AuditPage })))
const SettingsPage = lazy(() =>
  import("./admin/SettingsPage.tsx").then(({ SettingsPage }) => ({ default: SettingsPage }))
)
const PoolsPage = lazy(() => import("./pools/PoolsPage.tsx").then(({ PoolsPage }) => ({ default: PoolsPage })))
const PoolPage = lazy(() => import("./pools/PoolPage.tsx").then(({ PoolPage }) => ({ default: PoolPage })))
const SourcesPage = lazy(() =>
  import("./sources/SourcesPage.tsx").then(({ SourcesPage }) => ({ default: SourcesPage }))
)
const SourcePage = lazy(() => import("./sources/SourcePage.tsx").then(({ SourcePage }) => ({ default: SourcePage })))
const NewSourcePage = lazy(() =>
  import("./sources/SourceFormPage.tsx").then(({ NewSourcePage }) => ({ default: NewSourcePage }))
)
const EditSourcePage = lazy(() =>
  import("./sources/SourceFormPage.tsx").then(({ EditSourcePage }) => ({ default: EditSourcePage }))
)
const RunPage = lazy(() => import("./sources/RunPage.tsx").then(({ RunPage }) => ({ default: RunPage })))
const TokensPage = lazy(() => import("./tokens/TokensPage.tsx").then(({ TokensPage }) => ({ default: TokensPage })))

const NotFoundPage = () => (
  <Page title={strings.notFound.title}>
    <Text>
      {strings.notFound.hint}{" "}
      <Anchor component={Link} href="/" inherit underline="always">
        {strings.notFound.home}
      </Anchor>
    </Text>
  </Page>
)

/** Each address is a page of its own: going from one source to another begins anew. */
const AdministratorPages = () => (
  <Suspense fallback={<Skeleton h={320} role="status" aria-label={strings.common.loading} />}>
    <Switch>
      <Route path="/">
        <OverviewPage />
      </Route>
      <Route path="/sign-in">
        <Redirect to="/" />
      </Route>
      <Route path="/pools">
        <PoolsPage />
      </Route>
      <Route path="/pools/:country">
        {({ country }) => <PoolPage key={country} country={country.toUpperCase()} />}
      </Route>
      <Route path="/sources">
        <SourcesPage />
      </Route>
      <Route path="/add-source">
        <NewSourcePage />
      </Route>
      <Route path="/sources/:name/edit">{({ name }) => <EditSourcePage key={name} name={name} />}</Route>
      <Route path="/sources/:name">{({ name }) => <SourcePage key={name} name={name} />}</Route>
      <Route path="/runs/:id">{({ id }) => <RunPage key={id} id={id} />}</Route>
      <Route path="/tokens">
        <TokensPage />
      </Route>
      <Route path="/audit">
        <AuditPage />
      </Route>
      <Route path="/settings">
        <SettingsPage />
      </Route>
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  </Suspense>
)

/** Which page an address shows. All but one are for the administrator. */
export const Pages = ({ session }: { readonly session: SessionQuery }) => (
  <Switch>
    <Route path="/try">
      <TryPage />
    </Route>
    <Route>
      {session.isError ? (
        <Failure error={session.error} retry={() => void session.refetch()} />
      ) : session.isPending ? (
        <Skeleton h={320} role="status" aria-label={strings.common.loading} />
      ) : session.data === null ? (
        <SignInPage />
      ) : (
        <AdministratorPages />
      )}
    </Route>
  </Switch>
)
