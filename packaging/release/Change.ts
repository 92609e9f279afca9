/** What a release changes, as somebody who upgrades meets it. */
export interface Change {
  readonly kind: "breaking" | "addition"
  /** What is versioned: see VERSIONS.md. */
  readonly about: "HTTP interface" | "kit" | "settings" | "stored data"
  /** A sentence: what, and where. */
  readonly message: string
}
