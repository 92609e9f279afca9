import packageJson from "../../../../package.json" with { type: "json" }

/** This Doorstep and its Effect: a source uses one copy of each, in these versions. */
export const doorstepVersion = packageJson.version
export const effectVersion = packageJson.dependencies.effect

/** The tools of a separate project. A test compares their versions with those that Doorstep itself uses. */
export const tools = {
  "@types/node": "24.19.2",
  typescript: "7.0.2",
  vitest: "5.1.1"
}
