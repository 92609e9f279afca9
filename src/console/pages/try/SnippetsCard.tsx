import { Paper, Stack, Tabs, Text, Title } from "@mantine/core"
import { CodeBlock } from "../../parts/CodeBlock.tsx"
import { strings } from "../../strings.ts"
import type { RequestCode } from "../../../../schemas/RequestCode.ts"
import type { Selection } from "./Selection.ts"
import { snippetsOf } from "./snippets.ts"

const words = strings.try.code

const languages: ReadonlyArray<keyof RequestCode> = ["curl", "typescript", "python"]

interface SnippetsCardProps {
  readonly selection: Selection
  /** The response as received. */
  readonly answer: unknown
}

/** How to get the same from a program, and the whole response. */
export const SnippetsCard = ({ answer, selection }: SnippetsCardProps) => {
  const snippets = snippetsOf(selection, window.location.origin)
  return (
    <Paper>
      <Stack gap="xs">
        <Title order={2}>{words.title}</Title>
        <Text size="sm" c="dimmed">
          {words.hint}
        </Text>
        <Tabs defaultValue="curl" keepMounted={false}>
          <Tabs.List mb="sm" aria-label={words.title}>
            {languages.map((language) => (
              <Tabs.Tab key={language} value={language}>
                {words.languages[language]}
              </Tabs.Tab>
            ))}
            <Tabs.Tab value="answer">{words.answer}</Tabs.Tab>
          </Tabs.List>
          {languages.map((language) => (
            <Tabs.Panel key={language} value={language}>
              <CodeBlock code={snippets[language]} copyLabel={words.copy} title={words.token} />
            </Tabs.Panel>
          ))}
          <Tabs.Panel value="answer">
            <CodeBlock
              code={JSON.stringify({ data: answer }, null, 2)}
              copyLabel={words.copy}
              title={words.answerHint}
            />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </Paper>
  )
}
