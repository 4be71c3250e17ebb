import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'

/** @typedef {{ file: string, document: unknown }} Document */

/**
 * The documents of a YAML file, anchors and merges worked out. One that cannot be read is told, with its line.
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
 * Names of the YAML files directly in a folder.
 * @param {string} folder absolute path of a checkout
 * @param {string} under relative to it
 */
export const yamlFiles = (folder, under) =>
  readdirSync(join(folder, under))
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => `${under}/${name}`)

/**
 * What a zod schema has against a document, one line each.
 * @param {string} where
 * @param {import('zod').ZodError} error
 */
export const validationFindings = (where, error) =>
  error.issues.map(({ path, message }) => `${where}: ${path.join('.')}: ${message}`)
