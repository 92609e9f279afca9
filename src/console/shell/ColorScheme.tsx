import { Center, SegmentedControl, useMantineColorScheme, VisuallyHidden } from "@mantine/core"
import { DeviceDesktopIcon, MoonIcon, SunIcon } from "@primer/octicons-react"
import { strings } from "../strings.ts"

const schemes = [
  { value: "light", icon: SunIcon },
  { value: "auto", icon: DeviceDesktopIcon },
  { value: "dark", icon: MoonIcon }
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
            <Center my={2}>
              <Icon size={15} />
            </Center>
            <VisuallyHidden>{strings.shell.schemes[value]}</VisuallyHidden>
          </>
        )
      }))}
    />
  )
}
