// @ts-check
/// <reference lib="dom" />
/** @typedef {import("../Trial.js").TrialEvent} TrialEvent */
/** @typedef {Extract<TrialEvent, { type: "records" }>} RecordsRead */
/** @typedef {Extract<TrialEvent, { type: "law" }>} LawTried */

/** @param {string} id */
const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id))

/**
 * Everything that is shown is text: data and errors are never markup.
 * @param {string} name
 * @param {string} [text]
 * @param {string} [kind]
 */
const element = (name, text = "", kind = "") => {
  const made = document.createElement(name)
  made.textContent = text
  if (kind !== "") made.className = kind
  return made
}

/** @param {HTMLElement} parent @param {ReadonlyArray<HTMLElement>} children */
const holding = (parent, ...children) => {
  parent.append(...children)
  return parent
}

/** @param {number} count */
const number = (count) => count.toLocaleString("en")

/** @param {number} milliseconds */
const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(2)} s`

const marks = { kept: "✓", broken: "✗", warned: "!", untold: "–" }

/** @param {RecordsRead["shown"][number]} record */
const row = ({ address, detail, evidence, raw, rejected }) => {
  const text = address ?? `rejected: ${rejected}${detail === undefined ? "" : `. ${detail}`}`
  const open = holding(element("details"), element("summary", "as read"), element("pre", raw))
  return holding(
    element("tr"),
    element("td", text, address === undefined ? "rejected" : ""),
    element("td", evidence ?? ""),
    holding(element("td"), open)
  )
}

/** @param {RecordsRead} found */
const source = (found) => {
  const { attribution, country, kept, license, milliseconds, read, rejected, shown, whole } = found
  const title = element("h2", `${found.source}, ${country}`)
  const counts = element(
    "p",
    `${whole ? "All" : "The first"} ${number(read)} records in ${seconds(milliseconds)}: ${number(kept)} kept, ${number(read - kept)} rejected. ${license}, ${attribution}`
  )
  const reasons = rejected.map(({ count, examples, reason }) =>
    holding(
      element("li", `${number(count)} × ${reason}`, "rejected"),
      ...examples.map((example) => element("pre", example, "quiet"))
    )
  )
  const head = holding(
    element("tr"),
    ...["Address, or why there is none", "Evidence", "Record"].map((text) => element("th", text))
  )
  const table = holding(
    element("table"),
    holding(element("thead"), head),
    holding(element("tbody"), ...shown.map((record) => row(record)))
  )
  return holding(element("div"), title, counts, holding(element("ul"), ...reasons), table)
}

/** @type {Array<LawTried>} */
let laws = []

const showLaws = () => {
  const order = ["broken", "warned", "untold", "kept"]
  const sorted = laws.toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome))
  const count = (/** @type {string} */ outcome) => laws.filter((law) => law.outcome === outcome).length
  at("laws").hidden = laws.length === 0
  at("count").textContent = `${count("kept")} kept, ${count("broken")} broken, ${count("warned")} with a warning`
  at("laws")
    .querySelector("ul")
    ?.replaceChildren(
      ...sorted.map(({ message, outcome, promise }) =>
        holding(
          element("li", "", outcome),
          element("div", `${marks[outcome]} ${promise}`),
          ...(message === undefined ? [] : [element("pre", message, "quiet")])
        )
      )
    )
}

/** The first thing that a reading tells takes the place of what the one before has told: nothing flickers. */
let isStale = true
const refresh = () => {
  if (!isStale) return
  isStale = false
  laws = []
  at("failure").hidden = true
  at("sources").replaceChildren()
  showLaws()
}

/** @param {TrialEvent} event */
const show = (event) => {
  switch (event.type) {
    case "began":
      isStale = true
      at("module").textContent = event.module
      at("state").textContent = "Reading…"
      break
    case "loaded":
      refresh()
      at("state").textContent = `Loaded in ${seconds(event.milliseconds)}; reading…`
      break
    case "records":
      refresh()
      at("sources").append(source(event))
      break
    case "law":
      refresh()
      laws.push(event)
      showLaws()
      break
    case "failed": {
      refresh()
      at("state").textContent = "It cannot be read. Change it, and it will be tried again."
      const { message, place } = event
      at("failure").replaceChildren(
        element("h2", message),
        ...(place === undefined ? [] : [element("code", `${place.file}:${place.line}`), element("pre", place.text)])
      )
      at("failure").hidden = false
      break
    }
    case "done":
      refresh()
      at("state").textContent = `Done in ${seconds(event.milliseconds)}. Change a file, and it will be read again.`
      break
    default:
  }
  document.body.dataset["event"] = event.type
}

const events = new EventSource("/events")
events.addEventListener("message", ({ data }) => show(JSON.parse(data)))
events.addEventListener("error", () => {
  at("state").textContent = "Not connected. Is `doorstep source watch` running?"
})
