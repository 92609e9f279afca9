import { Badge, Button, Group, Paper, Progress, Stack, Text } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { Link } from "wouter"
import type { RunSummary } from "../../../schemas/admin/Runs.ts"
import { admin, ask } from "../api/admin.ts"
import { countryName, duration, integer } from "../format.ts"
import { strings } from "../strings.ts"
import { Failure } from "./States.tsx"

const words = strings.runs

const colors: Readonly<Record<RunSummary["outcome"], string>> = {
  running: "blue",
  published: "door",
  unchanged: "gray",
  gated: "orange",
  failed: "red",
  interrupted: "orange",
  cancelled: "gray",
  "dry-run": "gray"
}

/** Outcomes that are good only where nothing speaks against their result. */
const isDoubtful = (outcome: RunSummary["outcome"]): outcome is keyof typeof strings.results.doubtful =>
  outcome in strings.results.doubtful

/** How a run stands, or how it ended. Green is for good results alone. */
export const OutcomeBadge = ({
  run: { outcome, verdict }
}: {
  readonly run: Pick<RunSummary, "outcome" | "verdict">
}) => {
  const [color, text] =
    verdict === "attention" && isDoubtful(outcome)
      ? ["orange", strings.results.doubtful[outcome]]
      : [colors[outcome], words.outcomes[outcome]]
  return (
    <Badge
      variant="default"
      leftSection={<span className="dot" style={{ background: `var(--mantine-color-${color}-6)` }} />}
    >
      {text}
    </Badge>
  )
}

/** Records that a run has rejected, for whatever reason. */
export const rejectedBy = (run: Pick<RunSummary, "rejected">): number =>
  Object.values(run.rejected).reduce((total, count) => total + count, 0)

/** A run under way: how far it is, how fast, how long it will take, and a way to end it. */
export const RunProgress = ({ run }: { readonly run: RunSummary }) => {
  const cancel = useMutation({ mutationFn: () => ask(admin.runs.cancel({ params: { id: run.id } })) })
  const share = run.expected === null || run.expected === 0 ? undefined : Math.min(run.read / run.expected, 1)
  const rejected = rejectedBy(run)
  const title = words.of(run.source, countryName(run.country))
  const isPublishing = run.phase === "publishing"
  return (
    <Paper data-testid="run-progress">
      <Stack gap="xs">
        <Group justify="space-between">
          <Group gap="xs">
            <Link href={`/runs/${run.id}`} className="plain-link">
              {title}
            </Link>
            <Badge variant="light" color="blue">
              {run.cancelRequested ? words.cancelling : words.phases[run.phase]}
            </Badge>
          </Group>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => cancel.mutate()}
            disabled={run.cancelRequested}
            loading={cancel.isPending}
            aria-label={words.cancelOf(title)}
          >
            {words.cancel}
          </Button>
        </Group>
        <Progress.Root size="md" aria-label={title}>
          <Progress.Section
            value={isPublishing ? 100 : (share ?? 0.5) * 100}
            striped={isPublishing || share === undefined}
            animated={isPublishing || share === undefined}
            aria-label={title}
          />
        </Progress.Root>
        <Group gap="lg">
          <Text size="sm">{words.read(integer(run.read))}</Text>
          <Text size="sm" c="dimmed">
            {words.kept(integer(run.kept), integer(rejected))}
          </Text>
          {run.rate !== null && (
            <Text size="sm" c="dimmed">
              {words.rate(integer(run.rate))}
            </Text>
          )}
          {run.secondsLeft !== null && (
            <Text size="sm" c="dimmed">
              {words.left(duration(run.secondsLeft * 1000))}
            </Text>
          )}
        </Group>
        {cancel.isError && <Failure error={cancel.error} />}
      </Stack>
    </Paper>
  )
}
