// For NODE_OPTIONS=--import: plants the hole that HOLE names in what Node itself loads, past the plug-in of vitest: in
// worker threads, and in programs that a test starts. With HOLED_FRONTEND these programs serve the build in that folder.
import { registerHooks } from 'node:module'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../child-process.mjs'
import { mutations } from './mutations.mjs'
import { applyMutation } from './apply-mutation.mjs'

const { HOLE: number, HOLED_FRONTEND: frontend } = process.env
const hole = number === undefined ? undefined : mutations[Number(number)]

/** @type {import('./apply-mutation.mjs').CodeChange[]} */
const changes = hole ? [hole] : []
if (frontend !== undefined)
  changes.push({
    file: 'processes/web-app.ts',
    find: "'../frontend/dist'",
    replacement: JSON.stringify(relative(join(root, 'processes'), frontend)),
  })
const changeOf = new Map(changes.map((change) => [pathToFileURL(join(root, change.file)).href, change]))

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const change = changeOf.get(url)
    if (!change) return loaded
    const { source: words = '' } = loaded
    const source = typeof words === 'string' ? words : new TextDecoder().decode(words)
    return { ...loaded, source: applyMutation(change, source) }
  },
})
