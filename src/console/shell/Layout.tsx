import { AppShell, Box, Burger, Group, NavLink, Stack } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import {
  BookIcon,
  DatabaseIcon,
  DeviceDesktopIcon,
  GearIcon,
  GraphIcon,
  HistoryIcon,
  HomeIcon,
  KeyIcon,
  LocationIcon,
  ShieldIcon,
  SignInIcon,
  SignOutIcon
} from "@primer/octicons-react"
import { useEffect } from "react"
import { Link, useLocation } from "wouter"
import { useSession, useSignOut } from "../api/session.ts"
import { Pages } from "../pages/Pages.tsx"
import { strings } from "../strings.ts"
import { Brand } from "./Brand.tsx"
import { ColorScheme } from "./ColorScheme.tsx"

const places = [
  { path: "/", label: strings.nav.overview, icon: HomeIcon, open: false },
  { path: "/try", label: strings.nav.try, icon: LocationIcon, open: true },
  { path: "/pools", label: strings.nav.pools, icon: GraphIcon, open: false },
  { path: "/sources", label: strings.nav.sources, icon: DatabaseIcon, open: false },
  { path: "/tokens", label: strings.nav.tokens, icon: KeyIcon, open: false },
  { path: "/suppressions", label: strings.nav.suppressions, icon: ShieldIcon, open: false },
  { path: "/machines", label: strings.nav.machines, icon: DeviceDesktopIcon, open: false },
  { path: "/audit", label: strings.nav.audit, icon: HistoryIcon, open: false },
  { path: "/settings", label: strings.nav.settings, icon: GearIcon, open: false }
] as const

/** Pages with URLs of their own that belong to another one. */
const within: Readonly<Record<string, string>> = { runs: "sources", "add-source": "sources", add: "pools" }

const isAt = (location: string, path: string): boolean => {
  const [, first = ""] = location.split("/")
  return `/${within[first] ?? first}` === path
}

interface NavigationProps {
  readonly location: string
  readonly isSignedIn: boolean
}

/** The navigation: public pages, and those for signed-in users. */
const Places = ({ isSignedIn, location }: NavigationProps) => (
  <Stack gap={2}>
    {places
      .filter(({ open }) => open || isSignedIn)
      .map(({ icon: Icon, label, path }) => (
        <NavLink
          key={path}
          component={Link}
          href={path}
          label={label}
          active={isAt(location, path)}
          aria-current={isAt(location, path) ? "page" : undefined}
          leftSection={<Icon size={18} aria-hidden />}
          className="nav-link"
        />
      ))}
  </Stack>
)

interface WaysOutProps extends NavigationProps {
  readonly onSignOut: () => void
}

/** Links to the documentation, and to sign in or out. */
const WaysOut = ({ isSignedIn, location, onSignOut }: WaysOutProps) => (
  <Stack gap="xs">
    <NavLink
      href="/docs"
      label={strings.nav.docs}
      leftSection={<BookIcon size={18} aria-hidden />}
      className="nav-link"
    />
    {isSignedIn ? (
      <NavLink
        component="button"
        label={strings.nav.signOut}
        leftSection={<SignOutIcon size={18} aria-hidden />}
        className="nav-link"
        onClick={onSignOut}
      />
    ) : (
      <NavLink
        component={Link}
        href="/sign-in"
        label={strings.nav.signIn}
        active={location === "/sign-in"}
        leftSection={<SignInIcon size={18} aria-hidden />}
        className="nav-link"
      />
    )}
    <ColorScheme />
  </Stack>
)

/** What surrounds every page: navigation, color scheme, and signing out. */
export const Layout = () => {
  const [opened, { close, toggle }] = useDisclosure()
  const [location] = useLocation()
  const session = useSession()
  const signOut = useSignOut()
  const isSignedIn = session.data !== undefined && session.data !== null

  useEffect(close, [location, close])
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [location])

  return (
    <AppShell
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: 216, breakpoint: "sm", collapsed: { mobile: !opened } }}
      padding={{ base: "md", sm: "xl" }}
    >
      <a className="skip-link" href="#main">
        {strings.shell.skip}
      </a>
      <AppShell.Header hiddenFrom="sm">
        <Group h="100%" px="md" justify="space-between">
          <Brand />
          <Burger
            opened={opened}
            onClick={toggle}
            size="sm"
            aria-label={opened ? strings.shell.closeMenu : strings.shell.openMenu}
            aria-expanded={opened}
          />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="md" aria-label={strings.shell.navigation}>
        <Stack justify="space-between" h="100%">
          <Stack gap="lg">
            <Group visibleFrom="sm" px={8} pt={4}>
              <Brand />
            </Group>
            <Places location={location} isSignedIn={isSignedIn} />
          </Stack>
          <WaysOut location={location} isSignedIn={isSignedIn} onSignOut={() => signOut.mutate(false)} />
        </Stack>
      </AppShell.Navbar>
      <AppShell.Main id="main">
        {/* Wider lines would be hard to follow. */}
        <Box maw={1680}>
          <Pages session={session} />
        </Box>
      </AppShell.Main>
    </AppShell>
  )
}
