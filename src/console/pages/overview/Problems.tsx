import { Anchor, Button, List, Stack, Text } from "@mantine/core"
import { useState } from "react"
import { Link } from "wouter"
import type { Problem } from "../../../../schemas/admin/Overview.ts"
import { integer } from "../../format.ts"
import { strings } from "../../strings.ts"

const words = strings.overview

/** Problems of one kind that are shown before somebody asks for all. */
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

/** Problems that are mended alike: what to do stands once, under them. */
const Kind = ({ problems }: { readonly problems: ReadonlyArray<Problem> }) => {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? problems : problems.slice(0, shownAtFirst)
  const rest = problems.length - shown.length
  return (
    <Stack gap={4} align="flex-start">
      <List spacing={4} size="sm" listStyleType="none">
        {shown.map((problem) => (
          <List.Item key={`${problem.path} ${problem.message}`}>
            <strong>{problem.place.name}</strong>: {problem.message}{" "}
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

/** What is to be mended, by kind: a fault of every country must not push all else from the page. */
export const Problems = ({ problems }: { readonly problems: ReadonlyArray<Problem> }) => (
  <Stack gap="sm">
    {Array.from(
      Map.groupBy(problems, ({ code }) => code),
      ([code, alike]) => (
        <Kind key={code} problems={alike} />
      )
    )}
  </Stack>
)
