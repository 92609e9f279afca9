import { Alert, Anchor, Code, List, Stack, Text } from "@mantine/core"
import { AlertIcon, InfoIcon } from "@primer/octicons-react"
import { Fragment } from "react"
import { Link } from "wouter"
import type { Explanation } from "../../../schemas/Explanation.ts"
import { strings } from "../strings.ts"

const words = strings.results

/** A sentence of the service, with names of options in backticks. */
export const Quoted = ({ children }: { readonly children: string }) =>
  children
    .split("`")
    .map((part, index) => (index % 2 === 1 ? <Code key={index}>{part}</Code> : <Fragment key={index}>{part}</Fragment>))

interface ExplanationsProps {
  readonly explanations: ReadonlyArray<Explanation>
  /** What they are about, on a page that shows several. */
  readonly title?: string | undefined
  readonly href?: string | undefined
}

/**
 * What a result shows and what to do about it, in amber if something is wrong. Renders nothing if there is nothing to
 * say.
 */
export const Explanations = ({ explanations, href, title = words.title }: ExplanationsProps) => {
  if (explanations.length === 0) return null
  const isDoubtful = explanations.some(({ severity }) => severity === "attention")
  return (
    <Alert
      data-testid="explanations"
      // A note does not interrupt screen readers.
      role={isDoubtful ? "alert" : "note"}
      color={isDoubtful ? "orange" : "gray"}
      variant="light"
      icon={isDoubtful ? <AlertIcon /> : <InfoIcon />}
      title={
        href === undefined ? (
          title
        ) : (
          <Anchor component={Link} href={href} inherit underline="always" c="var(--mantine-color-text)">
            {title}
          </Anchor>
        )
      }
    >
      <List size="sm" spacing="xs" listStyleType="none">
        {explanations.map(({ code, cure, sentence, severity }) => (
          <List.Item key={code}>
            <Stack gap={2}>
              <Text size="sm" fw={severity === "attention" ? 600 : undefined}>
                <Quoted>{sentence}</Quoted>
              </Text>
              {cure !== null && (
                <Text size="sm">
                  {words.cure} <Quoted>{cure}</Quoted>
                </Text>
              )}
            </Stack>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
