const canHave = ["button", "input", "select", "textarea"]
  .map((name) => `${name}:not(:disabled)`)
  .concat("a[href]", '[tabindex="0"]')
  .join()

/** What had the focus last, and what is around it within the page. */
const aroundOf = (focused: HTMLElement): ReadonlyArray<HTMLElement> => {
  const main = focused.closest("main")
  const found = [focused]
  for (let one = focused.parentElement; one !== null && main?.contains(one) === true; one = one.parentElement) {
    found.push(one)
  }
  return found
}

const isShown = (element: HTMLElement): boolean => element.isConnected && element.getClientRects().length > 0

/** The first place for the focus in the closest part of the page that is still there. */
const nearest = (around: ReadonlyArray<HTMLElement>): HTMLElement | undefined => {
  for (const part of around) {
    const found = isShown(part) && Array.from(part.querySelectorAll<HTMLElement>(canHave)).find(isShown)
    if (found) return found
  }
  return undefined
}

/**
 * Keeps the focus where it was for those who use a keyboard or a screen reader. A button that waits for its response
 * loses it, and gets it back; what takes the place of a button, row or form that is gone gets it in its stead.
 */
export const holdFocus = (root: HTMLElement): void => {
  let around: ReadonlyArray<HTMLElement> = []
  const isLost = () => document.activeElement === document.body && around.length > 0
  const isUsable = (element: HTMLElement) => isShown(element) && !element.matches(":disabled")

  const restore = () => {
    const [held] = around
    if (held === undefined || !isLost()) return
    const target = held.isConnected ? (isUsable(held) ? held : undefined) : nearest(around.slice(1))
    target?.focus({ preventScroll: true })
  }

  root.addEventListener("focusin", ({ target }) => {
    around = target instanceof HTMLElement ? aroundOf(target) : []
  })
  // Those who leave it on their own are not called back.
  const release = ({ target }: PointerEvent) => {
    if (!(target instanceof Node && around[0]?.contains(target) === true)) around = []
  }
  root.addEventListener("pointerdown", release, { capture: true })
  root.addEventListener("focusout", () => {
    queueMicrotask(() => {
      if (isLost() && isUsable(around[0]!)) around = []
    })
  })
  new MutationObserver(() => {
    // By then, a new page or dialog has taken the focus if it wants it.
    if (isLost()) requestAnimationFrame(restore)
  }).observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] })
}
