/**
 * The member at a dotted path: `meta.next`. Undefined if there is none. A name may have dots itself (`@odata.nextLink`),
 * and a number counts the elements of a list, from its end if it is negative (`rows.-1.id`).
 */
export const memberAt = (value: unknown, path: string): unknown => {
  if (path === "") return value
  if (typeof value !== "object" || value === null) return undefined
  if (Object.hasOwn(value, path)) return Reflect.get(value, path)
  const dot = path.indexOf(".")
  const name = dot < 0 ? path : path.slice(0, dot)
  const found = Array.isArray(value) && /^-?\d+$/.test(name) ? value.at(Number(name)) : ownMember(value, name)
  return dot < 0 ? found : memberAt(found, path.slice(dot + 1))
}

const ownMember = (value: object, name: string): unknown =>
  Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
