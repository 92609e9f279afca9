import { Button, Group, NumberInput, Stack } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { Pool } from "../../../../schemas/admin/Pools.ts"
import { admin, ask } from "../../api/admin.ts"
import { Failure } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"

const words = strings.pools

interface TargetsFormProps {
  readonly pool: Pool
  readonly onDone: () => void
}

/** What a country should have. Coverage is measured against it at once. */
export const TargetsForm = ({ onDone, pool }: TargetsFormProps) => {
  const queries = useQueryClient()
  const [total, setTotal] = useState(pool.targets.total)
  const [percent, setPercent] = useState(Math.round(pool.targets.coverage * 10_000) / 100)
  const [minimum, setMinimum] = useState(pool.targets.regionalMinimum)
  const save = useMutation({
    mutationFn: () =>
      ask(
        admin.pools.update({
          params: { country: pool.country },
          payload: { targets: { total, coverage: percent / 100, regionalMinimum: minimum } }
        })
      ),
    onSuccess: async (changed) => {
      queries.setQueryData(["pools", pool.country], changed)
      await queries.invalidateQueries({ queryKey: ["pools"] })
      onDone()
    }
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Stack gap="sm">
        <NumberInput
          label={words.targetTotal}
          description={words.targetTotalHint}
          min={0}
          allowDecimal={false}
          thousandSeparator=","
          value={total}
          onChange={(value) => setTotal(Number(value) || 0)}
        />
        <NumberInput
          label={words.targetCoverage}
          description={words.targetCoverageHint}
          min={0}
          max={100}
          decimalScale={2}
          suffix=" %"
          value={percent}
          onChange={(value) => setPercent(Number(value) || 0)}
        />
        <NumberInput
          label={words.targetMinimum}
          description={words.targetMinimumHint}
          min={0}
          allowDecimal={false}
          value={minimum}
          onChange={(value) => setMinimum(Number(value) || 0)}
        />
        {save.isError && <Failure error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {strings.common.cancel}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {strings.common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
