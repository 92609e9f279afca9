import { Alert, Badge, Button, Grid, Group, Paper, Skeleton, Stack, Text, VisuallyHidden } from "@mantine/core"
import { useMutation } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { Link } from "wouter"
import { ask } from "../../api/admin.ts"
import { isFailure, messageOf } from "../../api/failure.ts"
import { useCountries, usePublicApi } from "../../api/public.ts"
import { setOwnToken } from "../../api/token.ts"
import { countryName, integer } from "../../format.ts"
import { AddCountryButton } from "../../parts/AddCountryButton.tsx"
import { Page } from "../../parts/Page.tsx"
import { Empty, Failure } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"
import { AddressCard } from "./AddressCard.tsx"
import { BatchResult } from "./BatchResult.tsx"
import { Languages } from "./Languages.tsx"
import { ProfileCard } from "./ProfileCard.tsx"
import { filtersOf, optionsOf, type Selection } from "./Selection.ts"
import { SelectionForm } from "./SelectionForm.tsx"
import { SnippetsCard } from "./SnippetsCard.tsx"
import { TokenGate } from "./TokenGate.tsx"
import { useSelection } from "./useSelection.ts"

const words = strings.try

/** Requests one address or several, according to the selection. */
const useDraw = () => {
  const { client } = usePublicApi()
  return useMutation({
    mutationFn: async (selection: Selection) =>
      selection.count === 1
        ? {
            selection,
            one: await ask(client.generation.generate({ query: { ...filtersOf(selection), ...optionsOf(selection) } }))
          }
        : {
            selection,
            many: await ask(
              client.generation.batch({
                payload: { count: selection.count, filters: filtersOf(selection), options: optionsOf(selection) }
              })
            )
          }
  })
}

type Drawn = NonNullable<ReturnType<typeof useDraw>["data"]>

interface DrawFactsProps {
  readonly drawn: Drawn
  readonly onReplay: (seed: string) => void
}

/** How the draw was made: what is needed to repeat it. */
const DrawFacts = ({ drawn, onReplay }: DrawFactsProps) => {
  const answer = drawn.one ?? drawn.many
  return (
    <Paper py="xs">
      <Group justify="space-between" gap="xs">
        <Group gap="lg" miw={0}>
          <Text size="sm" className="whole">
            <Text span c="dimmed">
              {words.draw.seed}{" "}
            </Text>
            <code data-testid="seed">{answer.seed}</code>
          </Text>
          {answer.eligibleCount !== undefined && (
            <Text size="sm">
              <Text span c="dimmed">
                {words.draw.eligible}{" "}
              </Text>
              <span data-testid="eligible">{integer(answer.eligibleCount)}</span>
            </Text>
          )}
          <Text size="sm">
            <Text span c="dimmed">
              {words.draw.version}{" "}
            </Text>
            {integer(answer.poolVersion)}
          </Text>
        </Group>
        <Button size="compact-xs" variant="subtle" onClick={() => onReplay(answer.seed)}>
          {words.draw.keep}
        </Button>
      </Group>
    </Paper>
  )
}

const Result = ({ drawn }: { readonly drawn: Drawn }) =>
  drawn.one === undefined ? (
    <>
      <BatchResult batch={drawn.many} />
      <SnippetsCard selection={drawn.selection} answer={drawn.many} />
    </>
  ) : (
    <>
      <AddressCard address={drawn.one.result.address} />
      <SnippetsCard selection={drawn.selection} answer={drawn.one} />
      <Languages address={drawn.one.result.address} />
      <ProfileCard profile={drawn.one.result.profile} />
    </>
  )

/** What came of the request, for screen readers: a sentence, and not all that the cards say. */
const Said = ({ draw: { data, error, isError, isPending } }: { readonly draw: ReturnType<typeof useDraw> }) => (
  <VisuallyHidden role="status">
    {isPending
      ? ""
      : isError
        ? isFailure(error, "NoCoverage") && words.noMatch
        : (data?.one?.result.address.formattedAddress ??
          (data?.many !== undefined && words.batch.title(integer(data.many.returnedCount))))}
  </VisuallyHidden>
)

const OwnToken = () => (
  <Group gap="xs">
    <Badge variant="default">{words.gate.inUse}</Badge>
    <Button size="compact-xs" variant="subtle" onClick={() => setOwnToken("")}>
      {words.gate.forget}
    </Button>
  </Group>
)

/** The link to what the country has, and why it may have nothing. */
const PoolButton = ({ of }: { readonly of: Selection | undefined }) =>
  of !== undefined && (
    <Button component={Link} href={`/pools/${of.country}`} variant="default">
      {words.viewPool(countryName(of.country))}
    </Button>
  )

const Workbench = () => {
  const { tokenKind } = usePublicApi()
  const [selection, setSelection] = useSelection()
  const draw = useDraw()
  const countries = useCountries()

  // For a newcomer, a country that has addresses is already chosen.
  useEffect(() => {
    const available = countries.data?.filter(({ residentialAvailable }) => residentialAvailable) ?? []
    const first = available.find(({ code }) => code === "US") ?? available[0]
    if (first !== undefined) {
      setSelection((selection) => (selection.country === "" ? { ...selection, country: first.code } : selection))
    }
  }, [countries.data, selection.country, setSelection])

  const result = useRef<HTMLDivElement>(null)
  // On a narrow screen, the result is below the form.
  useEffect(() => {
    if ((draw.data === undefined && draw.error === null) || window.matchMedia("(min-width: 62em)").matches) return
    result.current?.scrollIntoView({ block: "start" })
  }, [draw.data, draw.error])

  const hasPools =
    countries.data === undefined || countries.data.some(({ residentialAvailable }) => residentialAvailable)
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 4, xl: 3 }}>
        <SelectionForm
          selection={selection}
          onChange={setSelection}
          onSubmit={() => draw.mutate(selection)}
          isDrawing={draw.isPending}
        />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8, xl: 9 }}>
        <Stack ref={result} className="result" gap="md" aria-busy={draw.isPending}>
          <Said draw={draw} />
          {isFailure(draw.error, "NoCoverage") ? (
            <Paper>
              <Empty title={words.noMatch} action={tokenKind === "console" && <PoolButton of={draw.variables} />}>
                {messageOf(draw.error)}
              </Empty>
            </Paper>
          ) : (
            draw.isError && <Failure error={draw.error} />
          )}
          {isFailure(draw.error, "Unauthorized") && tokenKind === "own" && (
            <Alert color="gray">{words.gate.refused}</Alert>
          )}
          {draw.isPending && draw.data === undefined && <Skeleton h={280} />}
          {draw.data !== undefined && !draw.isError && (
            <>
              <DrawFacts drawn={draw.data} onReplay={(seed) => setSelection((selection) => ({ ...selection, seed }))} />
              <Result drawn={draw.data} />
            </>
          )}
          {draw.isIdle && (
            <Paper>
              {hasPools ? (
                <Empty title={words.empty.title}>{words.empty.hint}</Empty>
              ) : (
                <Empty title={words.noPools.title} action={tokenKind === "console" && <AddCountryButton />}>
                  {words.noPools.hint}
                </Empty>
              )}
            </Paper>
          )}
        </Stack>
      </Grid.Col>
    </Grid>
  )
}

/** The public API, tried by hand. */
export const TryPage = () => {
  const { error, hasToken, isPending, tokenKind } = usePublicApi()
  return (
    <Page title={words.title} description={words.description} actions={tokenKind === "own" && <OwnToken />}>
      {error !== null && <Failure error={error} />}
      {isPending ? <Skeleton h={320} /> : hasToken ? <Workbench /> : error === null && <TokenGate />}
    </Page>
  )
}
