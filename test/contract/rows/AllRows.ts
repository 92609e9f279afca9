import type { Row } from "./Asking.ts"
import { batchRows } from "./BatchRows.ts"
import { clientRows } from "./ClientRows.ts"
import { countryRows } from "./CountryRows.ts"
import { endpointRows } from "./EndpointRows.ts"
import { errorRows } from "./ErrorRows.ts"
import { generateRows } from "./GenerateRows.ts"
import { hierarchyRows } from "./HierarchyRows.ts"
import { locationRows } from "./LocationRows.ts"
import { pointRows } from "./PointRows.ts"
import { reportRows } from "./ReportRows.ts"
import { searchRows } from "./SearchRows.ts"
import { translationRows } from "./TranslationRows.ts"

/** Every row of the interface's tables. */
export const tableRows: ReadonlyArray<Row> = [
  ...countryRows,
  ...clientRows,
  ...locationRows,
  ...searchRows,
  ...hierarchyRows,
  ...generateRows,
  ...batchRows,
  ...translationRows,
  ...reportRows,
  ...errorRows
]

/** The rows of its tables, its endpoints, and the items of its lists. */
export const allRows: ReadonlyArray<Row> = [...tableRows, ...endpointRows, ...pointRows]
