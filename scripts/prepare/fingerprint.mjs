import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../child-process.mjs'

const skippedFolders = new Set(['node_modules', 'dist'])

/**
 * Returns every file in a folder and its subfolders, in a fixed order.
 * @param {string} folder relative to the root
 * @returns {string[]}
 */
export function filesUnder(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .filter((entry) => !skippedFolders.has(entry.name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
    )
}

/**
 * Returns a hash over the names and contents of files.
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
 * @param {string} stampFile file that holds the last fingerprint
 * @param {string} current
 */
export const isUpToDate = (stampFile, current) =>
  existsSync(join(root, stampFile)) && readFileSync(join(root, stampFile), 'utf8') === current
