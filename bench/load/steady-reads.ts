import { setTimeout as pause } from 'node:timers/promises'
import type { LoadRequest } from './http-load.ts'

/** What was read: how many responses there were, how many a second, and the milliseconds of the slowest. */
export type Reads = { count: number; perSecond: number; slowest: number }

/** Reads that continue until `end`, which waits for the last ones and throws if any request failed. */
export type SteadyReads = AsyncDisposable & { end(): Promise<Reads> }

/** Most requests that wait for a response. A machine that is too slow for the rate reads less often, and says so. */
const maxPending = 50

/** Sends GET requests at a steady rate, each when it is due, whether or not earlier ones were answered. */
export function readSteadily(
  { address }: { address: string },
  requests: Iterator<LoadRequest>,
  perSecond: number,
): SteadyReads {
  const stopping = new AbortController()
  const pending = new Set<Promise<void>>()
  const failures: string[] = []
  let [count, slowest] = [0, 0]

  const read = async ({ path, headers }: LoadRequest): Promise<void> => {
    const start = performance.now()
    try {
      const response = await fetch(address + path, { headers })
      await response.arrayBuffer()
      if (response.ok) count += 1
      else failures.push(`${path} was answered with ${response.status}`)
    } catch (error) {
      failures.push(`${path} failed: ${String(error)}`)
    }
    slowest = Math.max(slowest, performance.now() - start)
  }

  const send = async (): Promise<void> => {
    const start = performance.now()
    for (let sent = 0; !stopping.signal.aborted; sent += 1) {
      const due = start + (sent / perSecond) * 1000
      if (due > performance.now()) await pause(due - performance.now())
      if (pending.size >= maxPending) await Promise.race(pending)
      const reading = read(requests.next().value).finally(() => pending.delete(reading))
      pending.add(reading)
    }
  }

  const begin = performance.now()
  const sending = send()
  const stop = async () => {
    stopping.abort()
    await sending
    await Promise.all(pending)
  }
  return {
    end: async () => {
      await stop()
      if (failures.length > 0) throw new Error(`${failures.length} reads failed. The first: ${failures[0]}.`)
      return { count, perSecond: (count / (performance.now() - begin)) * 1000, slowest }
    },
    [Symbol.asyncDispose]: stop,
  }
}
