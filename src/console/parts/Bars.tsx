import { Group, Stack, Text, Tooltip } from "@mantine/core"
import { DerivationMethod } from "../../../schemas/Address.ts"
import type { EvidenceMix, Pool } from "../../../schemas/admin/Pools.ts"
import { attainment, integer, ratio } from "../format.ts"
import { strings } from "../strings.ts"
import { evidenceColors, evidenceKinds } from "./evidenceColors.ts"

const percent = (share: number): string => `${Math.min(Math.max(share, 0), 1) * 100}%`

type Rules = NonNullable<Pool["coverage"]>["rules"]

interface RuleBarProps {
  readonly label: string
  readonly value: number
  readonly target: number
  readonly met: boolean
  readonly format: (value: number) => string
  /** Without text, for a table cell. */
  readonly compact?: boolean
}

/** How far something is from its target, which the line marks. */
export const RuleBar = ({ compact = false, format, label, met, target, value }: RuleBarProps) => {
  // Leaves room beyond the target, to show that it is exceeded.
  const scale = Math.max(target, value, 1e-9) * (value > target ? 1.05 : 1)
  const text = strings.pools.ruleText(label, format(value), format(target), met)
  return (
    <Tooltip label={text} disabled={!compact}>
      <Stack gap={4} role="img" aria-label={text}>
        {!compact && (
          <Group justify="space-between" gap="xs">
            <Text size="sm">{label}</Text>
            <Text size="sm" c="dimmed">
              <Text span fw={600} c={met ? "var(--mantine-color-text)" : "var(--warn-text)"}>
                {format(value)}
              </Text>{" "}
              {strings.pools.of} {format(target)}
            </Text>
          </Group>
        )}
        <div className="bar">
          <div
            className="bar-fill"
            style={{ width: percent(value / scale), background: met ? "var(--mantine-color-door-6)" : "#e67700" }}
          />
          <div className="bar-target" style={{ left: percent(target / scale) }} />
        </div>
      </Stack>
    </Tooltip>
  )
}

/** A bar for each of the three coverage rules. */
export const barsOf = ({ administrativeCoverage, regionalMinimums, total }: Rules): ReadonlyArray<RuleBarProps> => [
  { label: strings.pools.rules.total, value: total.current, target: total.target, met: total.met, format: integer },
  {
    label: strings.pools.rules.administrativeCoverage,
    value: administrativeCoverage.actual,
    target: administrativeCoverage.target,
    met: administrativeCoverage.met,
    format: attainment
  },
  {
    label: strings.pools.rules.regionalMinimums,
    value: regionalMinimums.actual,
    target: regionalMinimums.target,
    met: regionalMinimums.met,
    format: attainment
  }
]

/** A pool's homes by kind of evidence, as shares of one bar. */
export const EvidenceBar = ({ legend = false, mix }: { readonly mix: EvidenceMix; readonly legend?: boolean }) => {
  const shown = evidenceKinds.filter((kind) => (mix.shares[kind] ?? 0) > 0)
  const ways = DerivationMethod.literals.flatMap((method) => {
    const share = mix.derived[method] ?? 0
    return share > 0 ? [[method, share] as const] : []
  })
  const text = shown.map((kind) => `${strings.evidence[kind].name} ${ratio(mix.shares[kind] ?? 0)}`).join(", ")
  return (
    <Stack gap={6}>
      <Tooltip label={text}>
        <div className="bar mix" role="img" aria-label={text}>
          {shown.map((kind) => (
            <span key={kind} style={{ width: percent(mix.shares[kind] ?? 0), background: evidenceColors[kind] }} />
          ))}
        </div>
      </Tooltip>
      {legend && (
        <>
          <Group gap="md">
            {shown.map((kind) => (
              <Text key={kind} size="sm">
                <span className="dot" style={{ background: evidenceColors[kind] }} /> {strings.evidence[kind].name}{" "}
                <Text span c="dimmed">
                  {ratio(mix.shares[kind] ?? 0)}
                </Text>
              </Text>
            ))}
          </Group>
          {ways.length > 0 && (
            <Text size="sm">
              {strings.derived.title}:{" "}
              {ways.map(([method, share]) => `${strings.derived.methods[method]} ${ratio(share)}`).join(", ")}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {mix.exact ? strings.pools.evidenceExact : strings.pools.evidenceSampled(integer(mix.sampled))}
          </Text>
        </>
      )}
    </Stack>
  )
}
