import { join } from 'node:path'
import { root } from '../child.mjs'
import { holes } from './holes.mjs'

/**
 * A plug-in for vitest that takes one defence out of the code that specs see. No file changes.
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
    transform(code, id) {
      if (!hole || id !== join(root, hole.file)) return null
      if (code.split(hole.find).length !== 2)
        throw new Error(`${hole.file} does not have the defence of ${hole.row} once.`)
      return code.replace(hole.find, () => hole.put)
    },
  }
}
