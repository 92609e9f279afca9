import type { ReactNode } from "react"
import { Fragment } from "react"

interface FactsProps {
  readonly items: ReadonlyArray<readonly [label: string, value: ReactNode]>
}

/** Pairs of label and value; those without a value are left out. */
export const Facts = ({ items }: FactsProps) => (
  <dl className="facts">
    {items
      .filter(([, value]) => value !== undefined && value !== null && value !== "")
      .map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
  </dl>
)
