/**
 * Validates a document, and returns the paths of the fields that the validator never reads. The schemas of Kubernetes
 * allow unknown fields, so a misspelt one would pass and have no effect; but a validator reads only fields that it knows.
 * @param {unknown} document
 * @param {(data: unknown) => boolean} validate
 * @returns {{ isValid: boolean, unknownFields: string[] }}
 */
export function validateStrictly(document, validate) {
  /** @type {Set<string>} */
  const read = new Set()
  const isValid = validate(recordReads(document, '', read))
  return { isValid, unknownFields: pathsOf(document, '').filter((path) => !read.has(path)) }
}

/**
 * @param {unknown} value
 * @param {string} path
 * @param {Set<string>} read
 * @returns {unknown}
 */
function recordReads(value, path, read) {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get: (target, key, receiver) => {
      const inner = Reflect.get(target, key, receiver)
      if (typeof key === 'symbol' || !Object.hasOwn(target, key)) return inner
      read.add(`${path}/${key}`)
      return recordReads(inner, `${path}/${key}`, read)
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
