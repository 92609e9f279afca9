import { Code, Group, Paper, Progress, Stack, Table, Text, Title } from "@mantine/core"
import type { PoolScore } from "../../../../schemas/admin/Pools.ts"
import { usePoolScore } from "../../api/queries.ts"
import { integer } from "../../format.ts"
import { DataTable } from "../../parts/DataTable.tsx"
import { Loaded } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"

const words = strings.pools.score

/** Never rounded up to 100, so that a single faulty home shows. */
const percentOf = ({ covered, passed }: PoolScore): number => Math.floor((passed / covered) * 10_000) / 100

/** How many homes the share is of: the rules may say nothing of some. */
const checkedOf = ({ covered, exact, judged }: PoolScore): string => {
  if (!exact) return words.sampled(integer(covered))
  return covered === judged ? words.all(integer(judged)) : words.some(integer(covered), integer(judged))
}

const Complaints = ({ score }: { readonly score: PoolScore }) => (
  <DataTable minWidth={420} headings={[words.complaint, { number: words.homes }, words.example]}>
    {score.complaints.map(({ examples, homes, judge, message, rule }) => (
      <Table.Tr key={`${judge} ${rule}`}>
        <Table.Td>{message}</Table.Td>
        <Table.Td className="number">{integer(homes)}</Table.Td>
        <Table.Td>
          <Code>{examples[0]}</Code>
        </Table.Td>
      </Table.Tr>
    ))}
  </DataTable>
)

/** What external rules say about a pool's homes. */
export const ScoreCard = ({ country }: { readonly country: string }) => {
  const score = usePoolScore(country)
  return (
    <Paper>
      <Title order={2} mb="sm">
        {words.title}
      </Title>
      <Loaded query={score} lines={3}>
        {(score) =>
          score.covered === 0 ? (
            <Text c="dimmed">{words.notCovered}</Text>
          ) : (
            <Stack gap="sm">
              <Group gap="sm" wrap="nowrap">
                <Text fw={600} size="lg">
                  {words.percent(percentOf(score))}
                </Text>
                <Progress value={percentOf(score)} flex={1} aria-label={words.title} />
              </Group>
              <Text size="sm" c="dimmed">
                {words.hint(checkedOf(score))}
              </Text>
              {score.complaints.length > 0 && <Complaints score={score} />}
            </Stack>
          )
        }
      </Loaded>
    </Paper>
  )
}
