import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../child-process.mjs'

const skipped = new Set(['node_modules', 'dist'])

/**
 * Every file below a folder, in a fixed order.
 * @param {string} folder relative to the root
 * @returns {string[]}
 */
export function filesUnder(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .filter((entry) => !skipped.has(entry.name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
    )
}

/**
 * One hash over names and contents: differs as soon as one of the files does.
 * @param {string[]} files relative to the root
 */
export function fingerprint(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)))
      .update('\0')
  return hash.digest('hex')
}

/**
 * @param {string} mark file that holds the fingerprint of the last time
 * @param {string} now
 */
export const isUpToDate = (mark, now) =>
  existsSync(join(root, mark)) && readFileSync(join(root, mark), 'utf8') === now
