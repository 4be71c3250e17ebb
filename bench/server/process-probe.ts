import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'

// node --expose-gc --import process-probe.ts <program>: reports the memory and the processor time of a program to its
// parent process.

/**
 * In bytes. `retained` is the heap after a garbage collection, `resident` the memory of the process, and `peak` the most that
 * it ever was.
 */
export type MemoryUsage = { retained: number; resident: number; peak: number }

/** The answers by the name of the question. */
export type ProcessAnswers = {
  memory: MemoryUsage
  /** Processor time of the main thread so far, in microseconds. */
  mainThread: number
}

const questions: { [Name in keyof ProcessAnswers]: () => Promise<ProcessAnswers[Name]> } = {
  memory: measureMemory,
  mainThread: async () => {
    const { user, system } = process.threadCpuUsage()
    return user + system
  },
}

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
  process.on(
    'message',
    (name: keyof ProcessAnswers) => void questions[name]().then((it) => process.send?.(it)),
  )
  // The channel must not keep the program alive.
  process.channel?.unref()
}
