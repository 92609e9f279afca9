import { NativeSelect, Stack } from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { EvidenceKind } from "../../../../schemas/Address.ts"
import type { Pool } from "../../../../schemas/admin/Pools.ts"
import { admin, ask } from "../../api/admin.ts"
import { evidenceKinds } from "../../parts/evidenceColors.ts"
import { Failure } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"

/** The weakest evidence that is accepted for a home in the country. */
export const WeakestEvidence = ({ pool }: { readonly pool: Pool }) => {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (weakestEvidence: EvidenceKind) =>
      ask(admin.pools.update({ params: { country: pool.country }, payload: { weakestEvidence } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ["pools"] })
  })
  return (
    <Stack gap={4}>
      <NativeSelect
        label={strings.pools.weakest}
        description={strings.pools.weakestHint}
        data={evidenceKinds.map((kind) => ({ value: kind, label: strings.evidence[kind].name }))}
        value={pool.weakestEvidence}
        disabled={change.isPending}
        onChange={(event) => {
          const chosen = evidenceKinds.find((kind) => kind === event.currentTarget.value)
          if (chosen !== undefined) change.mutate(chosen)
        }}
      />
      {change.isError && <Failure error={change.error} />}
    </Stack>
  )
}
