import { SegmentedControl, useMantineColorScheme, VisuallyHidden } from "@mantine/core"
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react"
import { strings } from "../strings.ts"

const schemes = [
  { value: "light", icon: IconSun },
  { value: "auto", icon: IconDeviceDesktop },
  { value: "dark", icon: IconMoon }
] as const

/** Light, dark, or as the machine is set. */
export const ColorScheme = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-label={strings.shell.colorScheme}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as typeof colorScheme)}
      data={schemes.map(({ icon: Icon, value }) => ({
        value,
        label: (
          <>
            <Icon size={15} aria-hidden style={{ display: "block", margin: "2px auto" }} />
            <VisuallyHidden>{strings.shell.schemes[value]}</VisuallyHidden>
          </>
        )
      }))}
    />
  )
}
