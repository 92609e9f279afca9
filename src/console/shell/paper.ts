const attribute = "data-mantine-color-scheme"

/** On paper, every theme is the light one: the dark one's texts are hardly seen on white. */
export const printLight = (page: HTMLElement): void => {
  let shown = page.getAttribute(attribute)
  window.addEventListener("beforeprint", () => {
    shown = page.getAttribute(attribute)
    page.setAttribute(attribute, "light")
  })
  window.addEventListener("afterprint", () => page.setAttribute(attribute, shown ?? "light"))
}
