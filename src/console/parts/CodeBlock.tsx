import { Box, Group, Text } from "@mantine/core"
import type { ReactNode } from "react"
import { CopyIcon } from "./Copy.tsx"

interface CodeBlockProps {
  readonly code: string
  readonly title?: ReactNode
  readonly copyLabel: string
}

/** Code to copy. It scrolls on its own, by keyboard too. */
export const CodeBlock = ({ code, copyLabel, title }: CodeBlockProps) => (
  <Box className="code-block">
    <Group justify="space-between" gap="xs" wrap="nowrap" className="code-head">
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <CopyIcon value={code} label={copyLabel} />
    </Group>
    <pre translate="no" tabIndex={0}>
      {code}
    </pre>
  </Box>
)
