import type { CSSVariablesResolver, MantineColorsTuple } from "@mantine/core"
import { createTheme } from "@mantine/core"
import { strings } from "./strings.ts"

/** The green of an old front door. White text has a contrast of 6.7 on its eighth shade. */
const door: MantineColorsTuple = [
  "#edf6f3",
  "#d8eae4",
  "#b0d5c8",
  "#84bfab",
  "#5faa92",
  "#449880",
  "#2f8069",
  "#1f6957",
  "#175446",
  "#0f4036"
]

/** Slate instead of the library's neutral greys: calmer beside the green. */
const dark: MantineColorsTuple = [
  "#d3dadc",
  "#b9c3c6",
  "#98a4a9",
  "#69767c",
  "#3d494f",
  "#323c41",
  "#283136",
  "#1c2327",
  "#161c1f",
  "#101517"
]

/**
 * Secondary text and errors with a contrast of at least 4.5, which the library's own lack, and for messages in the dark
 * theme grounds that are tinted: the library's are as loud as a button, or darker than the page.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "#566169",
    "--mantine-color-error": "var(--mantine-color-red-9)",
    "--mantine-color-placeholder": "#6b757c"
  },
  dark: {
    "--mantine-color-error": "var(--mantine-color-red-4)",
    "--mantine-color-dimmed": dark[2],
    "--mantine-color-placeholder": "#87939a",
    "--mantine-color-orange-light": "#40301f",
    "--mantine-color-red-light": "#452729",
    "--mantine-color-gray-light": dark[6]
  }
})

/**
 * No name, address or token is the visitor's own: browsers neither fill them in nor keep them, such as the address of
 * somebody who wants to be left alone, nor send them to a spelling service.
 */
const unknownToBrowsers = { autoComplete: "off", spellCheck: false }

export const theme = createTheme({
  colors: { door, dark },
  primaryColor: "door",
  primaryShade: 7,
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  fontFamily:
    "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Ubuntu, Cantarell, 'Noto Sans', 'Liberation Sans', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.125rem" },
  headings: {
    fontWeight: "650",
    sizes: {
      h1: { fontSize: "1.5rem", lineHeight: "1.3" },
      h2: { fontSize: "1.0625rem", lineHeight: "1.4" },
      h3: { fontSize: "0.9375rem", lineHeight: "1.4" }
    }
  },
  components: {
    Paper: { defaultProps: { withBorder: true, p: "md" } },
    Table: { defaultProps: { verticalSpacing: 8, horizontalSpacing: "sm" } },
    Tooltip: {
      defaultProps: { withArrow: true, multiline: true, maw: 320, events: { hover: true, focus: true, touch: true } }
    },
    ActionIcon: { defaultProps: { variant: "subtle" } },
    TextInput: { defaultProps: unknownToBrowsers },
    NumberInput: { defaultProps: unknownToBrowsers },
    JsonInput: { defaultProps: unknownToBrowsers },
    Modal: { defaultProps: { centered: true } },
    Notification: { defaultProps: { closeButtonProps: { "aria-label": strings.common.close } } },
    Badge: { defaultProps: { radius: "sm", tt: "none", fw: 500 } }
  }
})
