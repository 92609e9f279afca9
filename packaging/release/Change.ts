/** A change in a release, as users who upgrade see it. */
export interface Change {
  /** `forbidden`: no version may make it. */
  readonly kind: "forbidden" | "breaking" | "addition"
  /** The parts that the version covers: see VERSIONS.md. */
  readonly about: "HTTP interface" | "library" | "settings" | "stored data"
  /** A sentence: what, and where. */
  readonly message: string
}
