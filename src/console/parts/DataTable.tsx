import { Table } from "@mantine/core"
import { useResizeObserver } from "@mantine/hooks"
import type { ReactNode } from "react"
import { ActionsHeader } from "./ActionsHeader.tsx"

/** What heads a column: of texts, of numbers, or, with null, of buttons. */
type Heading = string | { readonly number: string } | null

const headOf = (heading: Heading, i: number) => {
  if (heading === null) return <ActionsHeader key={i} />
  return typeof heading === "string" ? (
    <Table.Th key={i}>{heading}</Table.Th>
  ) : (
    <Table.Th key={i} className="number">
      {heading.number}
    </Table.Th>
  )
}

interface DataTableProps {
  readonly headings: ReadonlyArray<Heading>
  /** In pixels. On a narrower screen, the table scrolls by itself. */
  readonly minWidth: number
  /** Whether a row is marked that the pointer is on. */
  readonly highlight?: boolean
  /** Whether it is a long list, which scrolls by itself. */
  readonly scrolls?: boolean
  /** The rows. */
  readonly children: ReactNode
}

export const DataTable = ({ children, headings, highlight = false, minWidth, scrolls = false }: DataTableProps) => {
  const [viewport, shown] = useResizeObserver<HTMLDivElement>()
  const [table, whole] = useResizeObserver<HTMLTableElement>()
  // Sizes are fractions of pixels.
  const overflows = whole.width > shown.width + 1 || whole.height > shown.height + 1
  const [first] = headings
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      {...(scrolls && { mah: 360 })}
      scrollAreaProps={{
        // The scrollbar is always visible, because nothing else shows that there are more columns.
        type: "auto",
        offsetScrollbars: "x",
        viewportRef: viewport,
        // Keyboards reach what scrolls, and it has a name.
        ...(overflows && {
          viewportProps: { tabIndex: 0, role: "region", "aria-label": typeof first === "string" ? first : undefined }
        })
      }}
    >
      <Table ref={table} highlightOnHover={highlight}>
        <Table.Thead>
          <Table.Tr>{headings.map(headOf)}</Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
