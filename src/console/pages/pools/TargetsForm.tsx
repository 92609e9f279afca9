import { Button, Group, NumberInput, Stack } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { NewTargets, type Pool } from "../../../../schemas/admin/Pools.ts"
import { admin, ask } from "../../api/admin.ts"
import { faultsOf } from "../../api/contract.ts"
import { useFields } from "../../parts/fields.ts"
import { Failure } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"

const words = strings.pools

/** An empty field becomes NaN, and so is refused. */
const numberOf = (value: number | string): number => (value === "" ? Number.NaN : Number(value))

interface TargetsFormProps {
  readonly pool: Pool
  readonly onDone: () => void
}

/** A country's targets. Coverage is measured against them at once. */
export const TargetsForm = ({ onDone, pool }: TargetsFormProps) => {
  const queries = useQueryClient()
  const [total, setTotal] = useState<number | string>(pool.targets.total)
  const [percent, setPercent] = useState<number | string>(Math.round(pool.targets.coverage * 10_000) / 100)
  const [minimum, setMinimum] = useState<number | string>(pool.targets.regionalMinimum)
  const targets = { total: numberOf(total), coverage: numberOf(percent) / 100, regionalMinimum: numberOf(minimum) }
  const save = useMutation({
    mutationFn: () => ask(admin.pools.update({ params: { country: pool.country }, payload: { targets } })),
    onSuccess: async (changed) => {
      queries.setQueryData(["pools", pool.country], changed)
      await queries.invalidateQueries({ queryKey: ["pools"] })
      onDone()
    }
  })
  const { check, errorOf, leave, rest } = useFields({
    names: ["total", "coverage", "regionalMinimum"],
    faults: faultsOf(NewTargets, targets),
    refusal: save.error
  })
  const change = (set: (value: number | string) => void) => (value: number | string) => {
    save.reset()
    set(value)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (check()) save.mutate()
      }}
    >
      <Stack gap="sm">
        <NumberInput
          label={words.targetTotal}
          description={words.targetTotalHint}
          allowDecimal={false}
          thousandSeparator=","
          value={total}
          onChange={change(setTotal)}
          onBlur={() => leave("total")}
          error={errorOf("total")}
        />
        <NumberInput
          label={words.targetCoverage}
          description={words.targetCoverageHint}
          decimalScale={2}
          suffix=" %"
          value={percent}
          onChange={change(setPercent)}
          onBlur={() => leave("coverage")}
          error={errorOf("coverage")}
        />
        <NumberInput
          label={words.targetMinimum}
          description={words.targetMinimumHint}
          allowDecimal={false}
          value={minimum}
          onChange={change(setMinimum)}
          onBlur={() => leave("regionalMinimum")}
          error={errorOf("regionalMinimum")}
        />
        {rest !== undefined && <Failure error={rest} />}
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
