export { makeFolder } from "../../sources/reading/NewFolder.ts"
