/** The kinds of content that some page of the service loads. */
type Kind = "script" | "style" | "img" | "font" | "connect" | "worker"

/**
 * The policy of a page: only the given kinds of content are loaded, from the given sources. Nobody may frame the page,
 * and neither markup nor a form can send it, or what is typed into it, elsewhere.
 */
export const contentSecurityPolicy = (sources: Readonly<Partial<Record<Kind, string>>>): string =>
  [
    "default-src 'none'",
    ...Object.entries(sources).map(([kind, from]) => `${kind}-src ${from}`),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")
