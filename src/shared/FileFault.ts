export { fileFault } from "../../sources/reading/Downloads.ts"
