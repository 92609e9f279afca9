import { Skeleton } from "@mantine/core"
import { Activity } from "react"
import { Redirect, Route, Switch, useLocation } from "wouter"
import { type SessionQuery, useHasEnded } from "../api/session.ts"
import { lazyPart, PageFrame } from "../parts/loading.tsx"
import { Missing } from "../parts/Missing.tsx"
import { Failure } from "../parts/States.tsx"
import { strings } from "../strings.ts"
import { OverviewPage } from "./overview/OverviewPage.tsx"
import { SignInPage } from "./sessions/SignInPage.tsx"
import { TryPage } from "./try/TryPage.tsx"

// Pages other than the first are loaded when they are first shown.
const AuditPage = lazyPart(() => import("./administration/AuditPage.tsx").then(({ AuditPage }) => AuditPage))
const SettingsPage = lazyPart(() =>
  import("./administration/SettingsPage.tsx").then(({ SettingsPage }) => SettingsPage)
)
const PoolsPage = lazyPart(() => import("./pools/PoolsPage.tsx").then(({ PoolsPage }) => PoolsPage))
const PoolPage = lazyPart(() => import("./pools/PoolPage.tsx").then(({ PoolPage }) => PoolPage))
const SourcesPage = lazyPart(() => import("./sources/SourcesPage.tsx").then(({ SourcesPage }) => SourcesPage))
const SourcePage = lazyPart(() => import("./sources/SourcePage.tsx").then(({ SourcePage }) => SourcePage))
const NewSourcePage = lazyPart(() => import("./sources/SourceFormPage.tsx").then(({ NewSourcePage }) => NewSourcePage))
const EditSourcePage = lazyPart(() =>
  import("./sources/SourceFormPage.tsx").then(({ EditSourcePage }) => EditSourcePage)
)
const RunPage = lazyPart(() => import("./runs/RunPage.tsx").then(({ RunPage }) => RunPage))
const AddPage = lazyPart(() => import("./directory/AddPage.tsx").then(({ AddPage }) => AddPage))
const AddCountryPage = lazyPart(() =>
  import("./directory/AddCountryPage.tsx").then(({ AddCountryPage }) => AddCountryPage)
)
const TokensPage = lazyPart(() => import("./tokens/TokensPage.tsx").then(({ TokensPage }) => TokensPage))
const SuppressionsPage = lazyPart(() =>
  import("./suppressions/SuppressionsPage.tsx").then(({ SuppressionsPage }) => SuppressionsPage)
)
const MachinesPage = lazyPart(() => import("./machines/MachinesPage.tsx").then(({ MachinesPage }) => MachinesPage))

const NotFoundPage = () => (
  <Missing title={strings.notFound.title} href="/" back={strings.notFound.home}>
    {strings.notFound.hint}
  </Missing>
)

/** Each URL is a page of its own: going from one source to another starts fresh. */
const AdministratorPages = () => (
  <PageFrame key={useLocation()[0]}>
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
      <Route path="/add">
        <AddPage />
      </Route>
      <Route path="/add/:country">
        {({ country }) => <AddCountryPage key={country} country={country.toUpperCase()} />}
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
      <Route path="/suppressions">
        <SuppressionsPage />
      </Route>
      <Route path="/machines">
        <MachinesPage />
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
  </PageFrame>
)

interface AdministrationProps {
  readonly isSignedIn: boolean
}

/** If the session has ended by itself, the page waits out of sight: what was typed into its form is still there. */
const Administration = ({ isSignedIn }: AdministrationProps) => {
  const hasEnded = useHasEnded()
  return (
    <>
      {(isSignedIn || hasEnded) && (
        <Activity mode={isSignedIn ? "visible" : "hidden"}>
          <AdministratorPages />
        </Activity>
      )}
      {!isSignedIn && <SignInPage hasEnded={hasEnded} />}
    </>
  )
}

/** The page for a URL. All but one are for the administrator. */
export const Pages = ({ session }: { readonly session: SessionQuery }) => (
  <Switch>
    <Route path="/try">
      <PageFrame>
        <TryPage />
      </PageFrame>
    </Route>
    <Route>
      {session.data === undefined ? (
        session.isError ? (
          <Failure error={session.error} retry={() => void session.refetch()} />
        ) : (
          <Skeleton h={320} role="status" aria-label={strings.common.loading} />
        )
      ) : (
        <Administration isSignedIn={session.data !== null} />
      )}
    </Route>
  </Switch>
)
