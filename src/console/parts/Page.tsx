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

/** A page of the console, with its title in the tab, on the page, and for screen readers. */
export const Page = ({ actions, children, description, title }: PageProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${strings.product}`
  }, [title])
  // After a click, the focus moves to the new page's heading, for those who cannot see the change.
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
