import { Badge, Tooltip } from "@mantine/core"
import type { EvidenceKind } from "../../../schemas/Address.ts"
import { strings } from "../strings.ts"
import { evidenceColors } from "./evidenceColors.ts"

/** Why an address counts as a home, with an explanation of the term. */
export const EvidenceBadge = ({ kind }: { readonly kind: EvidenceKind }) => (
  <Tooltip label={strings.evidence[kind].meaning}>
    <Badge
      variant="default"
      tabIndex={0}
      leftSection={<span className="dot" style={{ background: evidenceColors[kind] }} />}
    >
      {strings.evidence[kind].name}
    </Badge>
  </Tooltip>
)
