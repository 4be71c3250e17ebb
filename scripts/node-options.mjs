import { join } from 'node:path'
import { root } from './child-process.mjs'

/**
 * How the product is started: options of Node. The Dockerfile has the same, which `npm run check` compares.
 *
 * - Read models are in memory; with a million participants they exceed Node's default limit.
 * - With the defaults, an import of a million events needs 500 MB of memory, most of it garbage: a thread keeps up to 64 MiB of
 *   new objects, and old ones are collected only when there is four times as much as was needed. Eight MiB and 1.75 times as much
 *   cost a few percent of a rebuild (at 50: 15 to 20 percent, at 100: 2). A process that is
 *   started without these options works and needs more memory.
 */
export const nodeOptions = [
  '--max-old-space-size-percentage=75',
  '--max-semi-space-size=8',
  '--heap-growing-percent=75',
]

/** Without this, glibc keeps freed memory, such as pixels of images, for each thread. The Dockerfile sets the same. */
export const memoryEnvironment = { MALLOC_ARENA_MAX: '1' }

/**
 * Where Node keeps compiled code: a second start needs two thirds of the processor time, because no types are stripped. Node ignores a
 * folder that it cannot write to.
 */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled-product') }
