/**
 * The oldest versions without known vulnerabilities of the packages that process untrusted requests, sockets, tokens and
 * images. docs/security.md says how to raise them when a vulnerability becomes known.
 */
const minimumVersions = {
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
 * Returns one sentence for each outdated package of a lockfile, at any depth, and for each missing one.
 * @param {Record<string, { version?: string }>} packages by their path in the lockfile
 * @returns {string[]}
 */
export function outdatedPackages(packages) {
  return Object.entries(minimumVersions).flatMap(([name, minimum]) => {
    const found = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`))
    if (found.length === 0) return [`${name} is not in the lockfile.`]
    return found
      .filter(([, { version = '' }]) => isBelow(version, minimum))
      .map(([path, { version }]) => `${path} is ${version}, and must be at least ${minimum}.`)
  })
}

/**
 * Anything but three numbers, such as a pre-release, counts as too old.
 * @param {string} version
 * @param {string} minimum
 */
function isBelow(version, minimum) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return true
  const [actual, required] = [version, minimum].map((text) => text.split('.').map(Number))
  const index = actual?.findIndex((part, position) => part !== required?.[position]) ?? -1
  return index !== -1 && (actual?.[index] ?? 0) < (required?.[index] ?? 0)
}
