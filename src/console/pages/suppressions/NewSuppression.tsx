import {
  Button,
  Group,
  Modal,
  NumberInput,
  Radio,
  ScrollArea,
  SegmentedControl,
  Select,
  Stack,
  Text,
  TextInput
} from "@mantine/core"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { MAX_REASON, type SuppressionTarget } from "../../../../schemas/admin/Suppressions.ts"
import { admin, ask } from "../../api/admin.ts"
import { usePools } from "../../api/queries.ts"
import { byCountryName, countryName, integer } from "../../format.ts"
import { Notice } from "../../parts/Notice.tsx"
import { Failure } from "../../parts/States.tsx"
import { strings } from "../../strings.ts"

const words = strings.suppressions

type Kind = SuppressionTarget["kind"]
type Choose = (target: SuppressionTarget | undefined) => void

/** Finds a published address by its text. */
const HomeChoice = ({ kind, onChoose }: { readonly kind: "address" | "building"; readonly onChoose: Choose }) => {
  const pools = usePools()
  const [country, setCountry] = useState<string | null>(null)
  const [text, setText] = useState("")
  const [id, setId] = useState("")
  const find = useMutation({
    mutationFn: () => ask(admin.suppressions.find({ payload: { country: country ?? "", text } })),
    gcTime: 0,
    onMutate: () => {
      setId("")
      onChoose(undefined)
    }
  })
  const isAsked = country !== null && text.trim() !== ""
  return (
    <Stack
      gap="xs"
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isAsked) find.mutate()
      }}
    >
      {pools.isError && <Failure error={pools.error} retry={() => void pools.refetch()} />}
      <Select
        label={words.country}
        searchable
        openOnFocus={false}
        data-autofocus
        data={(pools.data?.pools ?? [])
          .map(({ country }) => country)
          .sort(byCountryName)
          .map((code) => ({ value: code, label: `${countryName(code)} (${code})` }))}
        value={country}
        onChange={setCountry}
      />
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          label={words.words}
          description={words.wordsHint}
          flex={1}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={find.isPending} disabled={!isAsked}>
          {words.find}
        </Button>
      </Group>
      {find.isError && <Failure error={find.error} />}
      {find.data !== undefined &&
        (find.data.addresses.length === 0 ? (
          <Text role="status">
            {find.data.suppressedBy === null ? words.notFound : words.suppressedBy(find.data.suppressedBy)}
          </Text>
        ) : (
          <Radio.Group
            label={words.found}
            value={id}
            onChange={(id) => {
              setId(id)
              onChoose({ kind, id })
            }}
          >
            <ScrollArea.Autosize mah={240} mt={6}>
              <Stack gap={6}>
                {find.data.addresses.map(({ id, line }) => (
                  <Radio key={id} value={id} label={<bdi>{line}</bdi>} />
                ))}
              </Stack>
            </ScrollArea.Autosize>
          </Radio.Group>
        ))}
    </Stack>
  )
}

const degrees = (value: number | string): number => (value === "" ? Number.NaN : Number(value))

/** A circle; polygons can be suppressed on the command line. */
const CircleChoice = ({ onChoose }: { readonly onChoose: Choose }) => {
  const [circle, setCircle] = useState<{ readonly [Name in "latitude" | "longitude" | "radius"]: number | string }>({
    latitude: "",
    longitude: "",
    radius: 30
  })
  const change = (name: keyof typeof circle) => (value: number | string) => {
    const next = { ...circle, [name]: value }
    setCircle(next)
    const [latitude, longitude, radius] = [degrees(next.latitude), degrees(next.longitude), degrees(next.radius)]
    const isWhole = [latitude, longitude, radius].every(Number.isFinite)
    const area = { type: "Circle", center: { latitude, longitude }, radius } as const
    onChoose(isWhole ? { kind: "area", area } : undefined)
  }
  return (
    <Stack gap="xs">
      <Group grow>
        <NumberInput label={words.latitude} min={-90} max={90} value={circle.latitude} onChange={change("latitude")} />
        <NumberInput
          label={words.longitude}
          min={-180}
          max={180}
          value={circle.longitude}
          onChange={change("longitude")}
        />
        <NumberInput label={words.radius} min={1} max={100_000} value={circle.radius} onChange={change("radius")} />
      </Group>
      <Text size="sm" c="dimmed">
        {words.areaHint}
      </Text>
    </Stack>
  )
}

const SuppressionForm = ({ onClose }: { readonly onClose: () => void }) => {
  const queries = useQueryClient()
  const [kind, setKind] = useState<Kind>("building")
  const [target, setTarget] = useState<SuppressionTarget>()
  const [reason, setReason] = useState("")
  const preview = useMutation({
    mutationFn: (target: SuppressionTarget) => ask(admin.suppressions.preview({ payload: { target } })),
    gcTime: 0
  })
  const suppress = useMutation({
    mutationFn: (target: SuppressionTarget) => ask(admin.suppressions.suppress({ payload: { target, reason } })),
    gcTime: 0,
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries()
    }
  })
  const choose: Choose = (target) => {
    setTarget(target)
    preview.reset()
    suppress.reset()
  }
  const isReady = target !== undefined && reason.trim() !== ""
  return (
    <Stack>
      <SegmentedControl
        aria-label={words.kind}
        data={(["building", "address", "area"] as const).map((value) => ({ value, label: words.kinds[value] }))}
        value={kind}
        onChange={(next) => {
          setKind(next as Kind)
          choose(undefined)
        }}
      />
      <Text size="sm" c="dimmed">
        {words.kindHints[kind]}
      </Text>
      {kind === "area" ? <CircleChoice onChoose={choose} /> : <HomeChoice key={kind} kind={kind} onChoose={choose} />}
      <TextInput
        label={words.reason}
        description={words.reasonHint}
        placeholder={words.reasonPlaceholder}
        required
        maxLength={MAX_REASON}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {preview.data !== undefined && <Notice>{words.would(integer(preview.data.addresses))}</Notice>}
      {preview.isError && <Failure error={preview.error} />}
      {suppress.isError && <Failure error={suppress.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {strings.common.cancel}
        </Button>
        {preview.data === undefined ? (
          <Button
            key="look"
            disabled={!isReady}
            loading={preview.isPending}
            onClick={() => target !== undefined && preview.mutate(target)}
          >
            {words.look}
          </Button>
        ) : (
          <Button
            key="suppress"
            color="red.9"
            disabled={!isReady}
            loading={suppress.isPending}
            onClick={() => target !== undefined && suppress.mutate(target)}
          >
            {words.suppress}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

interface NewSuppressionProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Withholds a home, a building or an area, after showing how many addresses that affects. */
export const NewSuppression = ({ onClose, opened }: NewSuppressionProps) => (
  <Modal
    opened={opened}
    onClose={onClose}
    size="lg"
    title={words.create}
    closeButtonProps={{ "aria-label": strings.common.cancel }}
  >
    <SuppressionForm onClose={onClose} />
  </Modal>
)
