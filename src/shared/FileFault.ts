export { fileFault } from "../../sources/reading/FileWords.ts"
