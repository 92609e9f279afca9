/** The lines of an address, as on an envelope. No browser's translator may change them. */
export const Envelope = ({
  language,
  lines,
  testId
}: {
  readonly lines: ReadonlyArray<string>
  /** BCP 47. */
  readonly language: string | undefined
  readonly testId?: string
}) => (
  <address className="envelope" translate="no" lang={language} dir="auto" data-testid={testId}>
    {lines.map((line, index) => (
      <div key={index}>{line}</div>
    ))}
  </address>
)
