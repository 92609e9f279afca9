import { Accordion, Group, Text } from "@mantine/core"
import type { RejectSamples } from "../../../schemas/RejectSamples.ts"
import { integer, inWords } from "../format.ts"
import { strings } from "../strings.ts"

export interface RejectsProps {
  /** Numbers of rejected records by reason. */
  readonly rejected: Readonly<Record<string, number>>
  readonly samples: RejectSamples
}

/** Reasons for which records were rejected, the most frequent first, and examples of each behind a click. */
export const Rejects = ({ rejected, samples }: RejectsProps) => (
  <Accordion variant="default" chevronPosition="left" order={3}>
    {Object.entries(rejected)
      .sort(([, one], [, other]) => other - one)
      .map(([reason, count]) => (
        <Accordion.Item key={reason} value={reason}>
          <Accordion.Control>
            <Group justify="space-between" wrap="nowrap">
              <span>{inWords(reason)}</span>
              <span className="number">{integer(count)}</span>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            {(samples[reason] ?? []).length === 0 ? (
              <Text size="sm" c="dimmed">
                {strings.runs.noSamples}
              </Text>
            ) : (
              <ul className="examples">
                {samples[reason]!.map((sample, index) => (
                  <li key={index}>
                    {sample.recordId !== undefined && <code className="id">{sample.recordId}</code>} {sample.detail}
                  </li>
                ))}
              </ul>
            )}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
  </Accordion>
)
