/**
 * The parts of a document that a schema never looks at, by their paths. Kubernetes' own schemas allow unknown fields, so
 * that a misspelt one passes and does nothing; but what a validator does not read, it does not know.
 * @param {unknown} document
 * @param {(data: unknown) => boolean} validate
 * @returns {{ isValid: boolean, unread: string[] }}
 */
export function validateStrictly(document, validate) {
  /** @type {Set<string>} */
  const read = new Set()
  const isValid = validate(watched(document, '', read))
  return { isValid, unread: pathsOf(document, '').filter((path) => !read.has(path)) }
}

/**
 * @param {unknown} value
 * @param {string} path
 * @param {Set<string>} read
 * @returns {unknown}
 */
function watched(value, path, read) {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get: (target, key, receiver) => {
      const part = Reflect.get(target, key, receiver)
      if (typeof key === 'symbol' || !Object.hasOwn(target, key)) return part
      read.add(`${path}/${key}`)
      return watched(part, `${path}/${key}`, read)
    },
  })
}

/**
 * @param {unknown} value
 * @param {string} path
 * @returns {string[]}
 */
function pathsOf(value, path) {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => [
    `${path}/${key}`,
    ...pathsOf(part, `${path}/${key}`),
  ])
}
