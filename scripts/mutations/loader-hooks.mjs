// For NODE_OPTIONS=--import: applies the mutation with the index HOLE to code that Node loads without the plug-in of
// Vitest, in worker threads and in programs that a test starts. HOLED_FRONTEND is the folder of the frontend build that
// these programs serve.
import { registerHooks } from 'node:module'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../child-process.mjs'
import { mutations } from './mutations.mjs'
import { applyMutation } from './apply-mutation.mjs'

const { HOLE: number, HOLED_FRONTEND: frontend } = process.env
const mutation = number === undefined ? undefined : mutations[Number(number)]

/** @type {import('./apply-mutation.mjs').CodeChange[]} */
const changes = mutation ? [mutation] : []
if (frontend !== undefined)
  changes.push({
    file: 'processes/web-app.ts',
    find: "'../frontend/dist'",
    replacement: JSON.stringify(relative(join(root, 'processes'), frontend)),
  })
const changesByUrl = new Map(changes.map((change) => [pathToFileURL(join(root, change.file)).href, change]))

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const change = changesByUrl.get(url)
    if (!change) return loaded
    const { source: code = '' } = loaded
    const source = typeof code === 'string' ? code : new TextDecoder().decode(code)
    return { ...loaded, source: applyMutation(change, source) }
  },
})
