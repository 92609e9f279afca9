import { SERVER } from "../../../schemas/CodeSamples.ts"

/**
 * The script of the documentation's page, which runs before anything is drawn: a dark page must not flash white.
 *
 * Swagger UI has a dark scheme, but follows the browser only in a layout of its own. It shows no `x-codeSamples`; they
 * are put above the responses, with the address under which the reader has opened the page. It also leaves fields and
 * buttons without names, puts links into buttons, and has boxes that no keyboard can scroll.
 */
export const start = `const dark = matchMedia("(prefers-color-scheme: dark)")
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches)
follow()
dark.addEventListener("change", follow)

const languages = { Shell: "bash", TypeScript: "javascript" }

const missing = [
  ["#servers", "aria-label", () => "Server"],
  ["[data-param-name] :is(input, select, textarea)", "aria-label", (one) => one.closest("tr").dataset.paramName],
  [".body-param__text", "aria-label", () => "Request body"],
  [".copy-to-clipboard button", "aria-label", () => "Copy"],
  ["pre.microlight", "tabindex", () => "0"],
  [".responses-table", "aria-label", (one) => "Responses of " + one.closest(".opblock").querySelector("[data-path]").dataset.path],
  [".close-modal", "aria-label", () => "Close"],
  ["h3", "aria-level", () => "2"],
  ["h4", "aria-level", () => "3"]
]
new MutationObserver(() => {
  for (const [selector, attribute, of] of missing) {
    for (const one of document.querySelectorAll(selector + ":not([" + attribute + "])")) one.setAttribute(attribute, of(one))
  }
}).observe(document, { childList: true, subtree: true })

const showSamples = ({ React: { createElement: h } }) => ({
  wrapComponents: {
    DeepLink: (DeepLink) => (props) => props.path.includes("/") ? h("span", null, props.text) : h(DeepLink, props),
    responses: (Responses) => (props) => {
      const { getComponent, method, path, specSelectors } = props
      const samples = specSelectors.specJson().getIn(["paths", path, method, "x-codeSamples"])?.toJS() ?? []
      const Code = getComponent("HighlightCode", true)
      const sample = ({ label, lang, source }, index) =>
        h("details", { key: label, name: method + path, open: index === 0 },
          h("summary", null, label),
          h(Code, { language: languages[lang], canCopy: true }, source.replaceAll("${SERVER}", location.origin)))
      return h("div", null,
        h("div", { className: "opblock-section-header" }, h("h4", { className: "opblock-title" }, "Code samples")),
        h("div", { className: "code-samples" }, samples.map(sample)),
        h(Responses, props))
    }
  }
})

addEventListener("load", () => {
  if (!("SwaggerUIBundle" in window)) {
    document.querySelector("#swagger-ui").textContent = "The documentation has not loaded. Reload the page."
    return
  }
  SwaggerUIBundle({
    url: "/api/v1/openapi.json", dom_id: "#swagger-ui", deepLinking: true, tryItOutEnabled: true, plugins: [showSamples],
    syntaxHighlight: { theme: "obsidian" }
  })
})
`

/**
 * In addition to Swagger UI's own style. The API has no links, whose column is wider than a phone. Texts have a contrast
 * of at least 4.5: the colors for all are those of the light scheme, where the dark one does not state its own. The
 * background of code leaves the line above it free.
 */
export const style = `
.swagger-ui .code-samples { padding: 15px 20px }
.swagger-ui .code-samples summary { cursor: pointer; padding: 5px 0; font: 600 14px sans-serif }
.swagger-ui .code-samples .copy-to-clipboard { right: 10px }
.swagger-ui .response-col_links { display: none }
.swagger-ui .renderedMarkdown p { line-height: 1.7 }
.swagger-ui .renderedMarkdown code { padding: 1px 5px }
.swagger-ui .info .title small { background: #5f6671 }
.swagger-ui .info .title small.version-stamp { background-color: #4d6f00 }
.swagger-ui .info a, .swagger-ui .info .url { color: #2067b8 }
.swagger-ui .btn.authorize { border-color: #1c7a4d; color: #1c7a4d }
.swagger-ui .btn.authorize svg { fill: #1c7a4d }
.swagger-ui .opblock.opblock-get .opblock-summary-method, .swagger-ui .btn.execute { background: #1b67b3 }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1c7a4d }
.swagger-ui .btn.cancel { border-color: #c62828; color: #c62828 }
.swagger-ui .parameter__in, .swagger-ui .json-schema-2020-12-expand-deep-button { color: #5a6069 }
.swagger-ui .download-contents { background: #5f6671 }
html.dark-mode { color-scheme: dark }
html.dark-mode .swagger-ui .opblock .opblock-section-header .try-out__btn.cancel { border-color: #ff8f8f; color: #ff8f8f }
html.dark-mode .swagger-ui .info .url { color: #6cb0ff }
html.dark-mode .swagger-ui .header-col { color: #e4e6e6 }
`
