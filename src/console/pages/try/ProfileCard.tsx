import { Badge, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core"
import type { Profile } from "../../../../schemas/Profile.ts"
import { calendarDay, integer } from "../../format.ts"
import { CopyButton } from "../../parts/Copy.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { strings } from "../../strings.ts"

const words = strings.try.profile

/** The synthetic person to go with an address. */
export const ProfileCard = ({ profile }: { readonly profile: Profile }) => {
  const { latin } = profile.name
  return (
    <Paper>
      <Stack gap="sm">
        <Group justify="space-between">
          <Group gap="xs">
            <Title order={2}>{words.title}</Title>
            <Badge variant="light" color="gray">
              {words.synthetic}
            </Badge>
          </Group>
          <CopyButton value={() => JSON.stringify(profile, null, 2)} label={words.copy} />
        </Group>
        <Text size="sm" c="dimmed">
          {words.hint}
        </Text>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Facts
            items={[
              [words.name, profile.name.full],
              [words.latin, latin.full === profile.name.full ? undefined : latin.full],
              [
                words.born,
                words.bornAt(calendarDay(profile.dateOfBirth), integer(profile.age), calendarDay(profile.referenceDate))
              ],
              [words.gender, words.genders[profile.gender]],
              [words.job, profile.jobTitle],
              [words.company, profile.company],
              [words.locale, profile.locale]
            ]}
          />
          <Facts
            items={[
              [words.email, profile.email],
              [words.phone, profile.phone?.national ?? words.noPhone],
              [words.username, profile.username],
              [words.password, <code key="password">{profile.password}</code>],
              [
                words.card,
                `${profile.paymentCard.brand} ${profile.paymentCard.number} · ${profile.paymentCard.expiry} · ${profile.paymentCard.cvc}`
              ]
            ]}
          />
        </SimpleGrid>
      </Stack>
    </Paper>
  )
}
