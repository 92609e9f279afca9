import { Button, Checkbox, Group, Modal, Select, Stack, Text } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { notifications } from "@mantine/notifications"
import { PlayIcon } from "@primer/octicons-react"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import type { Source } from "../../../../schemas/admin/Sources.ts"
import { admin, ask } from "../../api/admin.ts"
import { byCountryName, countryName } from "../../format.ts"
import { Failure } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"

const words = strings.sources.run

interface RunFormProps {
  readonly source: Source
  readonly onClose: () => void
}

const RunForm = ({ onClose, source }: RunFormProps) => {
  const [country, setCountry] = useState<string | null>(null)
  const [force, setForce] = useState(false)
  const [dryRun, setDryRun] = useState(false)
  const run = useMutation({
    mutationFn: () =>
      ask(
        admin.sources.run({
          params: { name: source.name },
          payload: { ...(country !== null && { country }), ...(force && { force }), ...(dryRun && { dryRun }) }
        })
      ),
    onSuccess: () => {
      notifications.show({ message: words.started(source.name) })
      onClose()
    }
  })
  const countries = source.manifest?.countries ?? []
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {words.hint}
      </Text>
      {countries.length > 1 && (
        <Select
          label={words.country}
          placeholder={words.all}
          clearable
          searchable
          data={countries.toSorted(byCountryName).map((code) => ({ value: code, label: countryName(code) }))}
          value={country}
          onChange={setCountry}
        />
      )}
      <Checkbox
        label={words.force}
        description={words.forceHint}
        checked={force}
        onChange={(event) => setForce(event.currentTarget.checked)}
      />
      <Checkbox
        label={words.dryRun}
        description={words.dryRunHint}
        checked={dryRun}
        onChange={(event) => setDryRun(event.currentTarget.checked)}
      />
      {run.isError && <Failure error={run.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {strings.common.cancel}
        </Button>
        {/* The second click of a double click reaches the dialog while it closes. */}
        <Button onClick={() => run.mutate()} loading={run.isPending || run.isSuccess} data-autofocus>
          {words.start}
        </Button>
      </Group>
    </Stack>
  )
}

interface RunNowProps {
  readonly source: Source
  readonly isRunning: boolean
  readonly compact?: boolean
}

/** Runs a source now, for all of its countries or one, with the rarely needed options. */
export const RunNow = ({ compact = false, isRunning, source }: RunNowProps) => {
  const [opened, { close, open }] = useDisclosure()
  return (
    <>
      <Button
        size={compact ? "compact-sm" : "sm"}
        variant={compact ? "default" : "filled"}
        leftSection={<PlayIcon size={compact ? 13 : 16} />}
        disabled={isRunning || !source.enabled || source.manifest === null}
        onClick={open}
        aria-label={compact && !isRunning ? words.openOf(source.name) : undefined}
      >
        {isRunning ? words.running : words.open}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={words.title(source.name)}
        closeButtonProps={{ "aria-label": strings.common.cancel }}
      >
        <RunForm source={source} onClose={close} />
      </Modal>
    </>
  )
}
