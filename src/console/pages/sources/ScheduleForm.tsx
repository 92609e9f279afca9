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

/** The state of the form: what is not edited here is as it is now, also if somebody else has changed it. */
const useSchedule = (source: Source) => {
  const queries = useQueryClient()
  const [edited, setEdited] = useState<Partial<typeof NewSchedule.Type>>({})
  const { cron, enabled } = { cron: usual[1], enabled: true, ...source.schedule, ...edited }
  const keep = (changed: Source) => {
    setEdited({})
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
  return {
    cron,
    enabled,
    save,
    drop,
    changeCron: (cron: string) => {
      save.reset()
      setEdited({ ...edited, cron })
    },
    changeEnabled: (enabled: boolean) => setEdited({ ...edited, enabled })
  }
}

/** When a source runs automatically. */
export const ScheduleForm = ({ source }: { readonly source: Source }) => {
  const { changeCron, changeEnabled, cron, drop, enabled, save } = useSchedule(source)
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
            if (value !== null) changeCron(value)
          }}
        />
        <TextInput
          label={words.cron}
          description={words.cronHint}
          value={cron}
          onChange={(event) => changeCron(event.currentTarget.value)}
          onBlur={() => leave("cron")}
          error={errorOf("cron")}
        />
        {source.schedule !== null && (
          <Switch
            label={words.enabled}
            checked={enabled}
            onChange={(event) => changeEnabled(event.currentTarget.checked)}
          />
        )}
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
