import { Badge } from "@mantine/core"

/** A word for a state, with a dot in the colour that it has everywhere. */
export const DotBadge = ({
  color,
  text,
  className
}: {
  /** In CSS. */
  readonly color: string
  readonly text: string
  readonly className?: string
}) => (
  <Badge
    variant="default"
    {...(className !== undefined && { className })}
    leftSection={<span className="dot" style={{ background: color }} />}
  >
    {text}
  </Badge>
)
