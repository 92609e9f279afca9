import { SERVER } from "../../../schemas/CodeSamples.ts"

/**
 * The script of the documentation's page, which runs before anything is drawn: a dark page must not flash white.
 *
 * Swagger UI has a dark scheme, but follows the browser only in a layout of its own. It shows no `x-codeSamples`; they
 * are put above the responses, with the address under which the reader has opened the page.
 */
export const start = `const dark = matchMedia("(prefers-color-scheme: dark)")
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches)
follow()
dark.addEventListener("change", follow)

const languages = { Shell: "bash", TypeScript: "javascript" }

const showSamples = ({ React: { createElement: h } }) => ({
  wrapComponents: {
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
    url: "/api/v1/openapi.json", dom_id: "#swagger-ui", deepLinking: true, tryItOutEnabled: true, plugins: [showSamples]
  })
})
`

/** In addition to Swagger UI's own style. The API has no links, whose column is wider than a phone. */
export const style = `
.swagger-ui .code-samples { padding: 15px 20px }
.swagger-ui .code-samples summary { cursor: pointer; padding: 5px 0; font: 600 14px sans-serif }
.swagger-ui .code-samples .copy-to-clipboard { right: 10px }
.swagger-ui .response-col_links { display: none }
html.dark-mode { color-scheme: dark }
`
