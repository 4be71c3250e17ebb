import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'

/** @typedef {{ file: string, document: unknown }} Document */

/**
 * Reads the documents of a YAML file, with anchors and merges resolved. Throws with the line of a syntax error.
 * @param {string} folder absolute path of a checkout
 * @param {string} file relative to it
 * @returns {Document[]}
 */
export function readDocuments(folder, file) {
  return parseAllDocuments(readFileSync(join(folder, file), 'utf8'), { merge: true }).map((parsed) => {
    const [error] = parsed.errors
    if (error) throw new Error(`${file}: ${error.message}`)
    return { file, document: parsed.toJS() }
  })
}

/**
 * Returns the paths of the YAML files directly in a folder.
 * @param {string} folder absolute path of a checkout
 * @param {string} under relative to it
 */
export const yamlFiles = (folder, under) =>
  readdirSync(join(folder, under))
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => `${under}/${name}`)

/**
 * Returns one line for each issue of a zod schema.
 * @param {string} where
 * @param {import('zod').ZodError} error
 */
export const validationFindings = (where, error) =>
  error.issues.map(({ path, message }) => `${where}: ${path.join('.')}: ${message}`)
