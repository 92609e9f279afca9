/** What stands in the place of a text that a translator has taken out of the page. */
const places = new WeakMap<Node, ChildNode>()

const isText = (node: Node): node is Text => node.nodeType === Node.TEXT_NODE

const isTranslation = (node: Node | null | undefined): node is ChildNode => node?.nodeName === "FONT"

/** Texts that are replaced in one step, or in two: a translation put beside the text, which is then removed. */
const notePlaces = ({ addedNodes: [added], nextSibling, previousSibling, removedNodes }: MutationRecord) => {
  const place = [added, previousSibling, nextSibling].find(isTranslation)
  if (place === undefined) return []
  const taken = Array.from(removedNodes).filter((node) => isText(node) && !node.isConnected)
  for (const text of taken) places.set(text, place)
  return taken
}

/** Shows a text that has changed after its translation, which is outdated. The translator finds it as it finds any other. */
const showAgain = (text: Node) => {
  const place = places.get(text)
  places.delete(text)
  if (place?.isConnected === true && isText(text)) place.replaceWith(text)
}

/** The child of a parent, or what stands in its place there. */
const inPlace = (parent: Node, child: Node): Node | undefined => {
  if (child.parentNode === parent) return child
  const place = places.get(child)
  return place?.parentNode === parent ? place : undefined
}

/**
 * Browsers' translators take texts out of the page and put `<font>` elements in their places. React goes on with the
 * texts: it changed what nobody saw, and a page that removed one broke. Now a text that changes is shown again, and what
 * React does to a text that is taken out happens to its translation.
 */
export const followTranslators = (root: Node): void => {
  const observer = new MutationObserver((records) => read(records))
  const read = (records: ReadonlyArray<MutationRecord>) => {
    for (const record of records) {
      if (record.type === "characterData") showAgain(record.target)
      else for (const text of notePlaces(record)) observer.observe(text, { characterData: true })
    }
  }
  observer.observe(root, { childList: true, subtree: true })

  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.removeChild = function <A extends Node>(this: Node, child: A): A {
    if (isText(child) && child.parentNode !== this) {
      read(observer.takeRecords())
      const place = inPlace(this, child)
      if (place !== undefined) removeChild.call(this, place)
      return child
    }
    removeChild.call(this, child)
    return child
  }
  Node.prototype.insertBefore = function <A extends Node>(this: Node, node: A, child: Node | null): A {
    if (child !== null && isText(child) && child.parentNode !== this) read(observer.takeRecords())
    insertBefore.call(this, node, child && isText(child) ? (inPlace(this, child) ?? null) : child)
    return node
  }
}
