import { Button } from "@mantine/core"
import { GlobeIcon } from "@primer/octicons-react"
import { Link } from "wouter"
import { strings } from "../strings.ts"

/** The link to adding a country, wherever more homes could help. */
export const AddCountryButton = ({ isMinor = false }: { readonly isMinor?: boolean }) => (
  <Button
    component={Link}
    href="/add"
    variant={isMinor ? "default" : "filled"}
    leftSection={<GlobeIcon size={16} aria-hidden />}
  >
    {strings.add.action}
  </Button>
)
