import { Anchor, Button, List, Stack, Text } from "@mantine/core"
import { useState } from "react"
import { Link } from "wouter"
import type { CountryNotReady, Problem } from "../../../../schemas/admin/Overview.ts"
import { countryName, integer } from "../../format.ts"
import { Quoted } from "../../parts/Explanations.tsx"
import { strings } from "../../strings.ts"

const words = strings.overview

/** How many problems of one kind are shown at first. */
const shownAtFirst = 3

const placeOf = ({ place }: Problem): string => {
  switch (place.kind) {
    case "source":
      return `/sources/${encodeURIComponent(place.name)}`
    case "country":
      return `/pools/${encodeURIComponent(place.name)}`
    case "setting":
      return "/settings"
  }
}

type Shown = Problem | CountryNotReady

/** What the problem is about: a country by its name, also if a source is why it is not ready; a source or a setting. */
const nameOf = (problem: Shown): string => {
  if ("country" in problem) return countryName(problem.country)
  const { kind, name } = problem.place
  return kind === "country" ? countryName(name) : name
}

/** Problems with the same remedy, which is shown once, below them. */
const Kind = ({ problems }: { readonly problems: ReadonlyArray<Shown> }) => {
  const [isOpen, setOpen] = useState(false)
  const sorted = problems.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), "en"))
  const shown = isOpen ? sorted : sorted.slice(0, shownAtFirst)
  const rest = problems.length - shown.length
  return (
    <Stack gap={4} align="flex-start">
      <List spacing={4} size="sm" listStyleType="none">
        {shown.map((problem) => (
          <List.Item key={`${nameOf(problem)} ${problem.path} ${problem.message}`}>
            <strong>{nameOf(problem)}</strong>: <Quoted>{problem.message}</Quoted>{" "}
            <Anchor component={Link} href={placeOf(problem)} inherit underline="always">
              {words.goTo[problem.place.kind]}
            </Anchor>
          </List.Item>
        ))}
      </List>
      {rest > 0 && (
        <Button variant="subtle" size="compact-sm" color="dark" onClick={() => setOpen(true)}>
          {words.moreProblems(integer(rest))}
        </Button>
      )}
      <Text size="sm">{problems[0]!.remedy}</Text>
    </Stack>
  )
}

/** The problems by kind, so that a fault of every country does not push everything else off the page. */
export const Problems = ({ problems }: { readonly problems: ReadonlyArray<Shown> }) => (
  <Stack gap="sm">
    {Array.from(
      Map.groupBy(problems, ({ code }) => code),
      ([code, alike]) => (
        <Kind key={code} problems={alike} />
      )
    )}
  </Stack>
)
