import { Box, Group, Stack, Text, Title } from "@mantine/core"
import type { ReactNode } from "react"
import { useEffect, useRef } from "react"
import { strings } from "../strings.ts"

interface PageProps {
  readonly title: string
  readonly description?: ReactNode
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page of the console: it says where one is, in the tab, on the page, and to screen readers. */
export const Page = ({ actions, children, description, title }: PageProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${strings.product}`
  }, [title])
  // A page that came by a click begins at its heading for those who do not see it change.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Box maw={680}>
          <Title order={1} ref={heading} tabIndex={-1} className="page-title">
            {title}
          </Title>
          {description !== undefined && (
            <Text c="dimmed" mt={4}>
              {description}
            </Text>
          )}
        </Box>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
