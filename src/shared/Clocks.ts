export { moment, momentOf, type Moment, passed, steadyMillis, steadyMillisOf } from "../../sources/reading/Clocks.ts"
