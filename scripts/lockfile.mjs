// npm omits packages of other platforms from the lockfile when it cannot fetch them, and npm ci then refuses that lockfile
// everywhere. `node scripts/lockfile.mjs` adds the missing entries.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './child-process.mjs'

/** @typedef {{ version: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Entry */
/** @typedef {Record<string, Entry & { optionalDependencies?: Record<string, string> }>} Packages */

const lockfile = join(root, 'package-lock.json')

/** Reads the lockfile. */
export const readLockfile = () => JSON.parse(readFileSync(lockfile, 'utf8'))

/**
 * Returns the entries that a lockfile lacks, by their path.
 * @param {Packages} packages
 * @returns {Record<string, Entry>}
 */
export function missingEntries(packages) {
  const missing = Object.entries(packages).flatMap(([parent, { dev, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(packages, parent, name))
      .map(
        ([name, version]) => /** @type {const} */ ([`node_modules/${name}`, createEntry(name, version, dev)]),
      ),
  )
  return Object.fromEntries(missing)
}

/**
 * @param {Packages} packages
 * @param {string} parent path of the package that depends on it
 * @param {string} name
 * @returns {boolean}
 */
function isLocked(packages, parent, name) {
  if (packages[`${parent && `${parent}/`}node_modules/${name}`]) return true
  return (
    parent !== '' &&
    isLocked(packages, parent.slice(0, Math.max(0, parent.lastIndexOf('/node_modules/'))), name)
  )
}

/**
 * @param {string} name ends in its platform, as in `binding-linux-x64-musl`
 * @param {string} version
 * @param {boolean} [dev]
 * @returns {Entry}
 */
function createEntry(name, version, dev) {
  const platform =
    /(?<os>android|darwin|freebsd|linux|openharmony|win32)-(?<cpu>[^-]+)(?:-(?<abi>[^-]+))?$/.exec(
      name,
    )?.groups
  if (!platform || !/^\d/.test(version)) throw new Error(`${name} ${version} needs an entry that npm writes.`)
  const { os = '', cpu = '', abi = '' } = platform
  const libc = os === 'linux' ? { libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] } : {}
  return { version, cpu: [cpu], ...(dev ? { dev } : {}), ...libc, optional: true, os: [os] }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = readLockfile()
  const packages = Object.entries({ ...lock.packages, ...missingEntries(lock.packages) })
  lock.packages = Object.fromEntries(packages.toSorted(([a], [b]) => a.localeCompare(b, 'en')))
  writeFileSync(lockfile, `${JSON.stringify(lock, null, 2)}\n`)
}
