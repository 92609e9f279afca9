import { Group, Progress, Stack, Text, VisuallyHidden } from "@mantine/core"
import { CheckIcon } from "@primer/octicons-react"
import type { ReactNode } from "react"
import type { PhaseProgress, RunSummary } from "../../../schemas/admin/Runs.ts"
import { attainment, bytes, duration, integer } from "../format.ts"
import { strings } from "../strings.ts"

const words = strings.runs

const order = ["downloading", "reading", "checking", "publishing"] as const

/** An amount in the unit of a phase, such as 45 MB or 1,200 records. */
const amountOf = (unit: PhaseProgress["unit"], text: (value: (one: number) => string) => string): string =>
  unit === "bytes" ? text(bytes) : words.units[unit](text(integer))

const doneOf = ({ done, total, unit }: PhaseProgress): string =>
  amountOf(unit, (value) => (total === null ? value(done) : words.amount(value(Math.min(done, total)), value(total))))

const shareOf = ({ done, total }: PhaseProgress): number | undefined =>
  total === null || total <= 0 ? undefined : Math.min(done / total, 1)

/** The phases that a run has completed, the current one, and those to come. */
const Steps = ({ run }: { readonly run: RunSummary }) => {
  const begun = new Set<string>(run.phases.map(({ phase }) => phase))
  const at = order.indexOf(run.phase)
  // Phases that a run has skipped, such as the download of a local file, are left out.
  const shown = order.filter((phase, index) => index >= at || begun.has(phase))
  return (
    <ol className="phases">
      {shown.map((phase) => {
        const isNow = phase === run.phase
        const isDone = order.indexOf(phase) < at
        return (
          <li
            key={phase}
            data-state={isNow ? "now" : isDone ? "done" : "next"}
            aria-current={isNow ? "step" : undefined}
          >
            {isDone && <CheckIcon size={13} aria-hidden />}
            {words.phases[phase]}
            {isDone && <VisuallyHidden> {words.done}</VisuallyHidden>}
          </li>
        )
      })}
    </ol>
  )
}

const Figures = ({ phase }: { readonly phase: PhaseProgress }) => {
  const share = shareOf(phase)
  return (
    <>
      {/* The records that a run has read are shown elsewhere. */}
      {(phase.unit !== "records" || phase.total !== null) && (
        <Text size="sm" data-testid="phase-amount">
          {doneOf(phase)}
          {share !== undefined && ` · ${attainment(share)}`}
        </Text>
      )}
      {phase.rate !== null && phase.rate > 0 && (
        <Text size="sm" c="dimmed">
          {words.rate(amountOf(phase.unit, (value) => value(phase.rate ?? 0)))}
        </Text>
      )}
      {phase.secondsLeft !== null && (
        <Text size="sm" c="dimmed" data-testid="phase-left">
          {words.left(duration(phase.secondsLeft * 1000))}
        </Text>
      )}
    </>
  )
}

interface PhasesProps {
  readonly run: RunSummary
  readonly title: string
  /** More figures of the run. */
  readonly children?: ReactNode
}

/** A run's progress, phase by phase: how much is done of how much, how fast, and the time remaining. */
export const Phases = ({ children, run, title }: PhasesProps) => {
  const phase = run.phases.at(-1)
  const share = phase === undefined ? undefined : shareOf(phase)
  const isMoving = share === undefined
  return (
    <Stack gap={8}>
      <Steps run={run} />
      <Progress.Root size="md">
        <Progress.Section
          value={(share ?? 1) * 100}
          striped={isMoving}
          animated={isMoving}
          aria-label={title}
          {...(isMoving && { withAria: false, role: "progressbar" })}
        />
      </Progress.Root>
      <Group gap="lg">
        {phase !== undefined && <Figures phase={phase} />}
        {children}
      </Group>
    </Stack>
  )
}
