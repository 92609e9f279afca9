import { Button, Group, Paper, SimpleGrid, Skeleton, Stack, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import type { Address } from "../../../../schemas/Address.ts"
import { ask } from "../../api/admin.ts"
import { usePublicApi } from "../../api/public.ts"
import { HomesMap } from "../../map/HomesMap.tsx"
import { pointsOf } from "../../map/pointsOf.ts"
import { CodeBlock } from "../../parts/CodeBlock.tsx"
import { Envelope } from "../../parts/Envelope.tsx"
import { EvidenceBadge } from "../../parts/Evidence.tsx"
import { drawSeed } from "../../parts/seed.ts"
import { Failure } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"
import type { Selection } from "../try/Selection.ts"
import { snippetsOf } from "../try/snippets.ts"

const words = strings.add.home

const Home = ({ address }: { readonly address: Address }) => {
  const points = useMemo(() => pointsOf(address), [address])
  return (
    <>
      <Stack gap="sm">
        <Envelope lines={address.lines} language={address.language} testId="home" />
        <Group>
          <EvidenceBadge kind={address.residential.evidence} />
        </Group>
      </Stack>
      {points.length > 0 && <HomesMap points={points} label={words.map(address.formattedAddress)} height={260} />}
    </>
  )
}

/** A home from a country that has just been added, and how a program gets one. */
export const HomeThere = ({ country }: { readonly country: string }) => {
  const { client, hasToken, tokenKind } = usePublicApi()
  const [seed, setSeed] = useState("hello")
  const selection: Selection = { country, places: {}, q: "", seed, strategy: "random", count: 1 }
  const drawn = useQuery({
    queryKey: ["places", "home", tokenKind, country, seed],
    queryFn: ({ signal }) => ask(client.generation.generate({ query: { country, seed } }), signal),
    enabled: hasToken,
    placeholderData: (before) => before
  })
  return (
    <Paper>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{words.title}</Title>
        <Button size="compact-sm" variant="default" loading={drawn.isFetching} onClick={() => setSeed(drawSeed())}>
          {words.another}
        </Button>
      </Group>
      {drawn.isError && <Failure error={drawn.error} retry={() => void drawn.refetch()} />}
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          {drawn.data === undefined ? (
            <Skeleton h={120} role="status" aria-label={strings.common.loading} />
          ) : (
            <Home address={drawn.data.result.address} />
          )}
        </SimpleGrid>
        <CodeBlock
          title={words.command}
          copyLabel={words.copy}
          code={snippetsOf(selection, window.location.origin).curl}
        />
      </Stack>
    </Paper>
  )
}
