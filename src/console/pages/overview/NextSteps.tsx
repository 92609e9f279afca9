import { Anchor, Button, Group, Paper, SimpleGrid, Text, ThemeIcon, Title } from "@mantine/core"
import { useLocalStorage } from "@mantine/hooks"
import { CheckIcon } from "@primer/octicons-react"
import { Link } from "wouter"
import { useSources, useTokens } from "../../api/queries.ts"
import { integer } from "../../format.ts"
import { strings } from "../../strings.ts"

const words = strings.overview.next

/** The first steps for a newcomer, until they are done or dismissed. */
export const NextSteps = () => {
  const [isDismissed, dismiss] = useLocalStorage({ key: "doorstep.next-steps", defaultValue: false })
  const tokens = useTokens()
  const sources = useSources()
  const own = tokens.data?.tokens.filter(({ isConsole }) => !isConsole) ?? []
  const steps = [
    {
      ...words.country,
      href: "/add",
      done: sources.data?.sources.some(({ kind }) => kind === "configured") ?? false
    },
    { ...words.draw, href: "/try", done: tokens.data?.tokens.some(({ lastUsedAt }) => lastUsedAt !== null) ?? false },
    {
      ...words.token,
      href: "/tokens",
      // One token is that of the first start.
      done: own.length > 1 || own.some(({ lastUsedAt }) => lastUsedAt !== null)
    }
  ]
  if (isDismissed || tokens.data === undefined || sources.data === undefined || steps.every(({ done }) => done))
    return null
  return (
    <Paper>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{words.title}</Title>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => dismiss(true)}>
          {words.dismiss}
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg" component="ol" className="steps">
        {steps.map(({ action, done, hint, href, title }, index) => (
          <Group key={title} component="li" align="flex-start" wrap="nowrap" gap="sm">
            <ThemeIcon radius="xl" size={26} variant={done ? "filled" : "default"}>
              {done ? <CheckIcon size={15} aria-label={words.done} /> : <Text size="xs">{integer(index + 1)}</Text>}
            </ThemeIcon>
            <div>
              <Text fw={600}>{title}</Text>
              <Text size="sm" c="dimmed">
                {hint}
              </Text>
              {!done && (
                <Anchor component={Link} href={href} size="sm">
                  {action}
                </Anchor>
              )}
            </div>
          </Group>
        ))}
      </SimpleGrid>
    </Paper>
  )
}
