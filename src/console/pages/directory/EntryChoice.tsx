import { Badge, Group, Radio, Stack, Text } from "@mantine/core"
import type { AddFigures } from "../../../../schemas/admin/Directory.ts"
import type { DirectoryEntry } from "../../../../schemas/Directory.ts"
import { amount, bytes, roughDuration } from "../../format.ts"
import { evidenceColors } from "../../parts/evidenceColors.ts"
import { Facts } from "../../parts/Facts.tsx"
import { SourceLink } from "../../parts/SourceLink.tsx"
import { strings } from "../../strings.ts"

const words = strings.add

const about = (text: string): string => words.facts.about(text)

const downloadOf = ({ downloadBytes, keptBytes }: AddFigures): string => {
  if (downloadBytes === null && keptBytes > 0) return words.facts.keptAlone(bytes(keptBytes))
  const size = downloadBytes === null ? words.facts.unknown : about(bytes(downloadBytes))
  return keptBytes > 0 ? `${size}, ${words.facts.kept(bytes(keptBytes))}` : size
}

const diskOf = ({ diskAfterBytes, diskDuringBytes }: AddFigures): string | undefined =>
  diskAfterBytes === null || diskDuringBytes === null
    ? undefined
    : about(words.facts.diskUse(bytes(diskDuringBytes), bytes(diskAfterBytes)))

interface EntryCardProps {
  readonly entry: DirectoryEntry
  readonly plan: AddFigures
  readonly isRecommended: boolean
}

/** One source of a country: what it is, what it requires and costs, and why to choose it. */
const EntryCard = ({ entry, isRecommended, plan }: EntryCardProps) => (
  <Radio.Card value={entry.id} className="choice" aria-label={entry.title}>
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start" gap="xs">
        <Group wrap="nowrap" gap="sm" align="flex-start" flex="1 1 11rem">
          <Radio.Indicator mt={2} />
          <Text fw={600}>{entry.title}</Text>
        </Group>
        {plan.existing !== null ? (
          <Badge variant="light">{words.added}</Badge>
        ) : entry.access.kind === "byHand" ? (
          <Badge variant="light" color="orange">
            {words.byHandBadge}
          </Badge>
        ) : (
          isRecommended && <Badge variant="light">{words.recommended}</Badge>
        )}
      </Group>
      <Text size="sm">{plan.reason}</Text>
      <Facts
        items={[
          [
            words.facts.evidence,
            <span key="evidence">
              <span className="dot" style={{ background: evidenceColors[entry.evidence] }} />{" "}
              {words.evidence[entry.evidence]}
            </span>
          ],
          [words.facts.license, plan.licenseTerms],
          [words.facts.addresses, entry.addresses === null ? words.facts.unknown : about(amount(entry.addresses))],
          [words.facts.download, downloadOf(plan)],
          [words.facts.disk, diskOf(plan)],
          [words.facts.time, plan.seconds === null ? undefined : about(roughDuration(plan.seconds * 1000))],
          [words.facts.renewed, words.renewals[entry.renewed]]
        ]}
      />
    </Stack>
  </Radio.Card>
)

interface EntryChoiceProps {
  readonly entries: ReadonlyArray<DirectoryEntry>
  readonly plans: Readonly<Record<string, AddFigures>>
  readonly recommended: string | undefined
  readonly value: string
  readonly onChange: (id: string) => void
}

/** The sources of a country side by side. */
export const EntryChoice = ({ entries, onChange, plans, recommended, value }: EntryChoiceProps) => (
  <Radio.Group value={value} onChange={onChange} aria-label={words.source}>
    <div className="choices">
      {entries.map((entry) => {
        const plan = plans[entry.id]
        return plan === undefined ? null : (
          <Stack key={entry.id} gap={4}>
            <EntryCard entry={entry} plan={plan} isRecommended={entry.id === recommended} />
            <Group gap="md" px="xs">
              <Text size="xs">
                <SourceLink url={entry.homepage}>{words.homepage}</SourceLink>
              </Text>
              <Text size="xs">
                <SourceLink url={entry.license.citation}>{words.licenseText}</SourceLink>
              </Text>
            </Group>
          </Stack>
        )
      })}
    </div>
  </Radio.Group>
)
