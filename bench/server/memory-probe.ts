import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'

// node --expose-gc --import memory-probe.ts <program>: reports the memory of a program to its parent process.

/**
 * In bytes. `retained` is the heap after a garbage collection, `resident` the memory of the process, and `peak` the most that
 * it ever was.
 */
export type MemoryUsage = { retained: number; resident: number; peak: number }

async function measureMemory(): Promise<MemoryUsage> {
  const peak = process.resourceUsage().maxRSS * 1024
  // Finalizers run after a collection, and what they release is collected by the next one.
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await pause(50)
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  return { retained: heapUsed + external, resident: rss, peak }
}

if (isMainThread && process.send !== undefined) {
  process.on('message', () => void measureMemory().then((memory) => process.send?.(memory)))
  // The channel must not keep the program alive.
  process.channel?.unref()
}
