import { join } from 'node:path'
import { root } from '../child.mjs'
import { holes } from './holes.mjs'

/** @typedef {Pick<import('./holes.mjs').Hole, 'file' | 'find' | 'put'>} Change */

/**
 * What a file says without its defence. Throws where the defence does not stand there once: a hole that changes nothing
 * would let every test pass.
 * @param {Change} change
 * @param {string} code
 */
export function without({ file, find, put }, code) {
  if (code.split(find).length !== 2) throw new Error(`${file} does not have "${find}" once.`)
  return code.replace(find, () => put)
}

/**
 * A plug-in for vitest and Vite that takes one defence out of the code that they load. No file changes.
 * @param {number} number which of the holes
 */
export function planted(number) {
  const hole = holes[number]
  return {
    name: 'planted-hole',
    enforce: /** @type {const} */ ('pre'),
    /**
     * @param {string} code
     * @param {string} id
     */
    transform: (code, id) => (hole && id === join(root, hole.file) ? without(hole, code) : null),
  }
}
