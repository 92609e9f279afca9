import packageJson from "../../../../package.json" with { type: "json" }

/** This Doorstep, and the Effect that it comes with: a source has both once, as Doorstep has them. */
export const doorstepVersion = packageJson.version
export const effectVersion = packageJson.dependencies.effect

/** What a project of its own is developed with. A test holds these to what Doorstep itself is developed with. */
export const tools = {
  "@types/node": "24.19.2",
  typescript: "7.0.2",
  vitest: "5.1.1"
}
