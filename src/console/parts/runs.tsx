import { Badge, Button, Group, Paper, Stack, Text } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { Link } from "wouter"
import type { RunSummary } from "../../../schemas/admin/Runs.ts"
import { admin, ask } from "../api/admin.ts"
import { countryName, integer } from "../format.ts"
import { strings } from "../strings.ts"
import { DotBadge } from "./DotBadge.tsx"
import { Phases } from "./phases.tsx"
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

/** Outcomes that are good only if nothing is wrong with their result. */
const isDoubtful = (outcome: RunSummary["outcome"]): outcome is keyof typeof strings.results.doubtful =>
  outcome in strings.results.doubtful

/** How a run is going, or how it ended. Only good results are green. */
export const OutcomeBadge = ({
  run: { outcome, verdict }
}: {
  readonly run: Pick<RunSummary, "outcome" | "verdict">
}) => {
  const [color, text] =
    verdict === "attention" && isDoubtful(outcome)
      ? ["orange", strings.results.doubtful[outcome]]
      : [colors[outcome], words.outcomes[outcome]]
  return <DotBadge color={`var(--mantine-color-${color}-6)`} text={text} />
}

/** The records that a run has rejected, for any reason. */
export const rejectedBy = (run: Pick<RunSummary, "rejected">): number =>
  Object.values(run.rejected).reduce((total, count) => total + count, 0)

/** A run in progress: how far, how fast, how long it will take, and a button to end it. */
export const RunProgress = ({ run }: { readonly run: RunSummary }) => {
  const cancel = useMutation({ mutationFn: () => ask(admin.runs.cancel({ params: { id: run.id } })) })
  const title = words.of(run.source, countryName(run.country))
  return (
    <Paper data-testid="run-progress">
      <Stack gap="xs">
        <Group justify="space-between">
          <Group gap="xs">
            <Link href={`/runs/${run.id}`} className="plain-link">
              {title}
            </Link>
            {run.cancelRequested && (
              <Badge variant="light" color="gray">
                {words.cancelling}
              </Badge>
            )}
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
        <Phases run={run} title={title}>
          {run.read > 0 && (
            <>
              <Text size="sm">{words.read(integer(run.read))}</Text>
              <Text size="sm" c="dimmed">
                {words.kept(integer(run.kept), integer(rejectedBy(run)))}
              </Text>
            </>
          )}
        </Phases>
        {cancel.isError && <Failure error={cancel.error} />}
      </Stack>
    </Paper>
  )
}
