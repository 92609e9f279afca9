import { Anchor, Text } from "@mantine/core"
import type { ReactNode } from "react"
import { Link } from "wouter"
import { isFailure } from "../api/failure.ts"
import { Page } from "./Page.tsx"

/** The service does not know the name, or the name is invalid. */
export const isMissing = (error: unknown): boolean => isFailure(error, "NotThere") || isFailure(error, "InvalidRequest")

interface MissingProps {
  readonly title: string
  readonly children: ReactNode
  /** Where to go instead, and the text of that link. */
  readonly href: string
  readonly back: string
}

/** Shown instead of a page for something that does not exist: what is missing, and the way back. */
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
