import { join } from 'node:path'
import { root } from '../child-process.mjs'
import { mutations } from './mutations.mjs'

/** @typedef {Pick<import('./mutations.mjs').Mutation, 'file' | 'find' | 'replacement'>} CodeChange */

/**
 * What a file says without its defence. Throws where the defence does not stand there once: a hole that changes nothing
 * would let every test pass.
 * @param {CodeChange} change
 * @param {string} code
 */
export function applyMutation({ file, find, replacement }, code) {
  if (code.split(find).length !== 2) throw new Error(`${file} does not have "${find}" once.`)
  return code.replace(find, () => replacement)
}

/**
 * A plug-in for vitest and Vite that takes one defence out of the code that they load. No file changes.
 * @param {number} number which of the holes
 */
export function mutationPlugin(number) {
  const hole = mutations[number]
  return {
    name: 'planted-hole',
    enforce: /** @type {const} */ ('pre'),
    /**
     * @param {string} code
     * @param {string} id
     */
    transform: (code, id) => (hole && id === join(root, hole.file) ? applyMutation(hole, code) : null),
  }
}
