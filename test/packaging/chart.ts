import { write } from "./ChartValues.ts"

/** `npm run chart`: rewrites the table of values in the chart's README. */
write()
