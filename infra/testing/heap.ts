import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
// A context that is created after the flag was set has the function.
const collectGarbage: () => void = runInNewContext('gc')

/**
 * Returns the bytes that are in use after a full garbage collection. Unlike the resident memory of the process, they do
 * not depend on how the allocator keeps freed memory.
 */
export function heapInUse(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
