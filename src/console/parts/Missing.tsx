import { Anchor, Text } from "@mantine/core"
import type { ReactNode } from "react"
import { Link } from "wouter"
import { isFailure } from "../api/failure.ts"
import { Page } from "./Page.tsx"

/** The service knows nothing by this name, or the name can be nothing's. */
export const isMissing = (error: unknown): boolean => isFailure(error, "NotThere") || isFailure(error, "InvalidRequest")

interface MissingProps {
  readonly title: string
  readonly children: ReactNode
  /** Where to go instead, and what that is called. */
  readonly href: string
  readonly back: string
}

/** In place of a page of something that is not there: what is missing, and the way back. */
export const Missing = ({ back, children, href, title }: MissingProps) => (
  <Page title={title}>
    <Text>
      {children}{" "}
      <Anchor component={Link} href={href} inherit underline="always">
        {back}
      </Anchor>
    </Text>
  </Page>
)
