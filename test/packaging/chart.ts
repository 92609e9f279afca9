import { write } from "./ChartValues.ts"

/** `npm run chart`: writes the table of values in the chart's README anew. */
write()
