import { Paper, Text } from "@mantine/core"
import type { ReactNode } from "react"

interface StatProps {
  readonly label: string
  readonly value: ReactNode
  readonly hint?: ReactNode
}

/** One large figure. */
export const Stat = ({ hint, label, value }: StatProps) => (
  <Paper>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <div className="stat">{value}</div>
    {hint !== undefined && (
      <Text size="xs" c="dimmed" mt={2}>
        {hint}
      </Text>
    )}
  </Paper>
)
