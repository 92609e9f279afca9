import { Group, Text } from "@mantine/core"
import icon from "../icon.svg"
import { strings } from "../strings.ts"

export const Brand = () => (
  <Group gap={10} wrap="nowrap">
    <img src={icon} alt="" width={26} height={26} />
    <Text fw={700} size="lg" lh={1}>
      {strings.product}
    </Text>
  </Group>
)
