import { Button, Group, Paper, Select, Stack, Switch, Text, TextInput, Title } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { NewSchedule, type Source } from "../../../../schemas/admin/Sources.ts"
import { admin, ask } from "../../api/admin.ts"
import { faultsOf } from "../../api/contract.ts"
import { moment } from "../../format.ts"
import { useFields } from "../../parts/fields.ts"
import { Failure } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"

const words = strings.sources.schedule

/** Schedules that suit most sources. */
const usual = ["0 3 * * *", "0 3 * * 1", "0 3 1 * *"] as const

/** When a source runs automatically. */
export const ScheduleForm = ({ source }: { readonly source: Source }) => {
  const queries = useQueryClient()
  const [cron, setCron] = useState(source.schedule?.cron ?? usual[1])
  const [enabled, setEnabled] = useState(source.schedule?.enabled ?? true)
  const keep = (changed: Source) => {
    queries.setQueryData(["sources", source.name], changed)
    return queries.invalidateQueries({ queryKey: ["sources"] })
  }
  const save = useMutation({
    mutationFn: () => ask(admin.sources.schedule({ params: { name: source.name }, payload: { cron, enabled } })),
    onSuccess: keep
  })
  const drop = useMutation({
    mutationFn: () => ask(admin.sources.unschedule({ params: { name: source.name } })),
    onSuccess: keep
  })
  const { check, errorOf, leave, rest } = useFields({
    names: ["cron"],
    faults: faultsOf(NewSchedule, { cron, enabled }),
    refusal: save.error ?? drop.error
  })
  return (
    <Paper
      component="form"
      aria-label={words.title}
      onSubmit={(event) => {
        event.preventDefault()
        if (check()) save.mutate()
      }}
    >
      <Stack gap="sm">
        <Title order={2}>{words.title}</Title>
        <Text size="sm" c="dimmed">
          {source.schedule === null
            ? words.byHand
            : source.schedule.nextAt === null
              ? words.paused
              : words.next(moment(source.schedule.nextAt))}
        </Text>
        <Select
          label={words.usual}
          data={usual.map((value) => ({ value, label: words.names[value] }))}
          value={usual.find((value) => value === cron) ?? null}
          placeholder={words.own}
          onChange={(value) => {
            save.reset()
            if (value !== null) setCron(value)
          }}
        />
        <TextInput
          label={words.cron}
          description={words.cronHint}
          value={cron}
          onChange={(event) => {
            save.reset()
            setCron(event.currentTarget.value)
          }}
          onBlur={() => leave("cron")}
          error={errorOf("cron")}
        />
        <Switch label={words.enabled} checked={enabled} onChange={(event) => setEnabled(event.currentTarget.checked)} />
        {rest !== undefined && <Failure error={rest} />}
        <Group justify="flex-end">
          {source.schedule !== null && (
            <Button variant="default" onClick={() => drop.mutate()} loading={drop.isPending}>
              {words.drop}
            </Button>
          )}
          <Button type="submit" loading={save.isPending}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
