import { Badge, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core"
import { useMemo } from "react"
import type { Address } from "../../../../schemas/Address.ts"
import { degree, languageName, moment } from "../../format.ts"
import { HomesMap } from "../../map/HomesMap.tsx"
import { pointsOf } from "../../map/pointsOf.ts"
import { CopyIcon } from "../../parts/Copy.tsx"
import { Envelope } from "../../parts/Envelope.tsx"
import { EvidenceBadge } from "../../parts/Evidence.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { SourceLink } from "../../parts/SourceLink.tsx"
import { strings } from "../../strings.ts"

const words = strings.try.address

/** One address: as written on an envelope, its position, and the evidence and source for it. */
export const AddressCard = ({ address }: { readonly address: Address }) => {
  const points = useMemo(() => pointsOf(address), [address])
  return (
    <Paper>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Stack gap="sm">
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Title order={2}>{words.title}</Title>
            <CopyIcon value={() => address.lines.join("\n")} label={words.copy} />
          </Group>
          <Envelope lines={address.lines} language={address.language} />
          <Group gap={6}>
            <EvidenceBadge kind={address.residential.evidence} />
            {address.language !== undefined && <Badge variant="default">{languageName(address.language)}</Badge>}
          </Group>
          <Text c="dimmed" size="sm">
            {address.residential.detail}
          </Text>
          {address.derived !== undefined && (
            <Text size="sm">
              {strings.derived.title}:{" "}
              {address.derived
                .map(({ component, method }) =>
                  strings.derived.part(strings.derived.components[component], strings.derived.methods[method])
                )
                .join(", ")}
            </Text>
          )}
          <Facts
            items={[
              ...address.sources.map(
                ({ attribution, license, name, recordId, url }) =>
                  [
                    words.source,
                    <span key={name + recordId}>
                      <SourceLink url={url}>{attribution}</SourceLink> · {license}
                      <br />
                      <Text span c="dimmed" size="xs">
                        {name}, {words.record} {recordId}
                      </Text>
                    </span>
                  ] as const
              ),
              [
                words.coordinates,
                address.coordinates &&
                  `${degree(address.coordinates.latitude)}, ${degree(address.coordinates.longitude)}`
              ],
              [words.region, address.components.regionCode],
              [words.updated, moment(address.updatedAt)],
              [
                words.id,
                <Group key="id" gap={2} wrap="nowrap">
                  <code className="id">{address.id}</code>
                  <CopyIcon value={address.id} label={words.copyId} />
                </Group>
              ]
            ]}
          />
        </Stack>
        {address.coordinates === undefined ? (
          <Text c="dimmed">{words.noCoordinates}</Text>
        ) : (
          <HomesMap label={words.mapLabel} points={points} />
        )}
      </SimpleGrid>
    </Paper>
  )
}
