import { Button, TextInput } from "@mantine/core"
import { SearchIcon } from "@primer/octicons-react"
import type { ReactNode } from "react"
import { strings } from "../strings.ts"
import { useAddress } from "./address.ts"
import { useSettledText } from "./settledText.ts"
import { Empty } from "./States.tsx"

/** How many rows are drawn at first, and more with each click. Thousands would take the browser half a minute. */
const ROWS = 100

interface ShowMoreProps {
  readonly onClick: () => void
  readonly loading?: boolean
}

export const ShowMore = (props: ShowMoreProps) => (
  <Button fullWidth variant="subtle" {...props}>
    {strings.common.more}
  </Button>
)

interface LongListProps<A> {
  readonly all: ReadonlyArray<A>
  /** What it is found by. */
  readonly nameOf: (one: A) => string
  /** The label of the field to find it with, if that is no name. */
  readonly find?: string
  /** The list itself, of those that are shown. */
  readonly children: (shown: ReadonlyArray<A>) => ReactNode
}

/** A list that may be long. What is not among the first rows is found by its name. */
export const LongList = <A,>({ all, children, find = strings.common.find, nameOf }: LongListProps<A>) => {
  const { adjust, parameters } = useAddress()
  const asked = parameters.get("find") ?? ""
  const [text, setText] = useSettledText(asked, (text) => adjust({ find: text, rows: undefined }))
  const isLong = all.length > ROWS
  const part = isLong ? asked.trim().toLowerCase() : ""
  const found = all.filter((one) => nameOf(one).toLowerCase().includes(part))
  const count = Math.max(Number(parameters.get("rows")) || 0, ROWS)
  return (
    <>
      {isLong && (
        <TextInput
          type="search"
          aria-label={find}
          placeholder={find}
          leftSection={<SearchIcon size={15} aria-hidden />}
          maw={280}
          mb="xs"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {found.length === 0 ? <Empty title={strings.common.noMatch} /> : children(found.slice(0, count))}
      {found.length > count && <ShowMore onClick={() => adjust({ rows: String(count + ROWS) })} />}
    </>
  )
}
