/**
 * The oldest versions of packages without a hole that is known and would be ours: what reads requests, sockets, tokens
 * and pictures of strangers. Raised when a hole becomes known; docs/security.md says how.
 */
const floors = {
  'body-parser': '2.3.0',
  'engine.io': '6.6.9',
  express: '5.3.0',
  jsonwebtoken: '9.0.3',
  jws: '4.0.1',
  multer: '2.5.0',
  'path-to-regexp': '8.0.0',
  'proxy-addr': '2.0.8',
  qs: '6.17.0',
  sharp: '0.35.5',
  'socket.io-parser': '4.2.6',
  ws: '8.21.0',
}

/**
 * A sentence for each package of a lockfile that is older than it may be, wherever it lies, and for each that is missing.
 * @param {Record<string, { version?: string }>} packages by their place in the lockfile
 * @returns {string[]}
 */
export function outdatedPackages(packages) {
  return Object.entries(floors).flatMap(([name, floor]) => {
    const found = Object.entries(packages).filter(([place]) => place.endsWith(`node_modules/${name}`))
    if (found.length === 0) return [`${name} is not in the lockfile.`]
    return found
      .filter(([, { version = '' }]) => isBelow(version, floor))
      .map(([place, { version }]) => `${place} is ${version}, and must be ${floor} at least.`)
  })
}

/**
 * A version that is not three numbers, as a preview is not, counts as too old.
 * @param {string} version
 * @param {string} floor
 */
function isBelow(version, floor) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return true
  const [own, least] = [version, floor].map((text) => text.split('.').map(Number))
  const at = own?.findIndex((part, index) => part !== least?.[index]) ?? -1
  return at !== -1 && (own?.[at] ?? 0) < (least?.[at] ?? 0)
}
