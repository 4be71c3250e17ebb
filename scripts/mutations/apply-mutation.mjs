import { join } from 'node:path'
import { root } from '../child-process.mjs'
import { mutations } from './mutations.mjs'

/** @typedef {Pick<import('./mutations.mjs').Mutation, 'file' | 'find' | 'replacement'>} CodeChange */

/**
 * Returns the code of a file with a mutation. Throws unless `find` occurs exactly once: a mutation without effect would
 * pass unnoticed.
 * @param {CodeChange} change
 * @param {string} code
 */
export function applyMutation({ file, find, replacement }, code) {
  if (code.split(find).length !== 2) throw new Error(`${file} does not have "${find}" once.`)
  return code.replace(find, () => replacement)
}

/**
 * Creates a plug-in for Vitest and Vite that applies one mutation to the code that they load. No file changes.
 * @param {number} number index of the mutation
 */
export function mutationPlugin(number) {
  const mutation = mutations[number]
  return {
    name: 'mutation',
    enforce: /** @type {const} */ ('pre'),
    /**
     * @param {string} code
     * @param {string} id
     */
    transform: (code, id) =>
      mutation && id === join(root, mutation.file) ? applyMutation(mutation, code) : null,
  }
}
