/**
 * Returns whether two documents are equal as JSON: the order of their fields does not matter, and a field without a value
 * counts as missing, because a store may keep documents as text.
 */
export function isSameDocument(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (!isObject(left) || !isObject(right) || Array.isArray(left) !== Array.isArray(right)) return false
  if (Array.isArray(left) && Array.isArray(right) && left.length !== right.length) return false
  const names = new Set([...Object.keys(left), ...Object.keys(right)])
  for (const name of names) if (!isSameDocument(ownField(left, name), ownField(right, name))) return false
  return true
}

/** The value of a field of the document itself: a field named `toString` is missing unless the document has one. */
const ownField = (document: Record<string, unknown>, name: string) =>
  Object.hasOwn(document, name) ? document[name] : undefined

// Safe: an object can be read by any key.
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
