import type { Control } from "./Choose.ts"

/** What is read from a control; runs in the page, which has these classes. */
interface PageControl {
  readonly tagName: string
  readonly type: string
  readonly value: string
  readonly maxLength?: number
  readonly pattern?: string
  readonly disabled: boolean
  readonly readOnly?: boolean
  readonly options?: ArrayLike<{ readonly value: string; readonly text: string; readonly disabled: boolean }>
  readonly matches: (selector: string) => boolean
  readonly getAttribute: (name: string) => string | null
  readonly closest: (selector: string) => { readonly getAttribute: (name: string) => string | null } | null
  readonly getClientRects: () => ArrayLike<unknown>
  readonly checkVisibility?: (options: object) => boolean
}

/** Runs in the page, so it can use only its arguments. */
export const scan = (elements: ReadonlyArray<unknown>): ReadonlyArray<Control> => {
  const isControl = (_element: unknown): _element is PageControl => true
  return elements.filter(isControl).map((element) => {
    const tag = element.tagName.toLowerCase()
    return {
      tag: tag === "select" || tag === "textarea" ? tag : "input",
      type: element.type,
      autocomplete: element.getAttribute("autocomplete") ?? "",
      value: element.value,
      maxLength: element.maxLength ?? -1,
      pattern: element.pattern ?? "",
      options: Array.from(element.options ?? [], ({ disabled, text, value }) => ({
        value,
        text,
        isDisabled: disabled
      })),
      isVisible:
        element.type !== "hidden" &&
        element.getClientRects().length > 0 &&
        (element.checkVisibility?.({ visibilityProperty: true }) ?? true),
      isDisabled: element.matches(":disabled"),
      isReadOnly: element.readOnly === true,
      language: element.closest("[lang]")?.getAttribute("lang") ?? ""
    }
  })
}
