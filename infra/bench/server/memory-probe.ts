import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'

// node --expose-gc --import memory-probe.ts <program>: tells whoever started the program what it keeps in memory.

/** Bytes: what is kept once everything that nobody needs is gone, and what the system has given to the process. */
export type MemoryUsage = { retained: number; resident: number }

async function look(): Promise<MemoryUsage> {
  // What was cleared at the end of one look is given back by the next.
  for (let looks = 0; looks < 3; looks++) {
    globalThis.gc?.()
    await pause(50)
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  return { retained: heapUsed + external, resident: rss }
}

if (isMainThread && process.send !== undefined) {
  process.on('message', () => void look().then((memory) => process.send?.(memory)))
  // Whoever asks must not keep alive what wants to end.
  process.channel?.unref()
}
