import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { createClient } from 'redis'
import { redisKeyPrefix } from '../../redis-key-prefix.ts'
import type { Scheduler } from '../../scheduler.ts'

export type OnlineCounterOptions = {
  client: Pick<ReturnType<typeof createClient>, 'eval' | 'hDel' | 'isReady'>
  scheduler: Scheduler
  /** The room whose sockets are counted over all processes. */
  room: string
  /** Returns how many sockets of this process are in the room. */
  countLocal: () => number
  /** Milliseconds between two reports to the other processes. */
  intervalMs: number
  /** Milliseconds for which a report is valid. A process that died is no longer counted then. */
  ttlMs: number
}

const script = readFileSync(new URL('online-counter.lua', import.meta.url), 'utf8')

/** Counts the sockets of a room over all processes: each process reports its own count at an interval. */
export class OnlineCounter {
  readonly #options: OnlineCounterOptions
  readonly #processId = randomUUID()
  readonly #key: string
  /** Sockets of the other processes, and the time (ms) until which that count is valid. */
  #others = { count: 0, validUntil: 0 }
  #isReporting = false
  #cancel: () => void

  constructor(options: OnlineCounterOptions) {
    this.#options = options
    this.#key = `${redisKeyPrefix}online:${options.room}`
    this.#cancel = options.scheduler.after(0, () => this.#tick())
  }

  /** Returns the last known count without waiting. While Redis is down, it is that of this process alone. */
  count(): number {
    const { countLocal, scheduler } = this.#options
    return countLocal() + (scheduler.now() < this.#others.validUntil ? this.#others.count : 0)
  }

  /** Removes the count of this process, if Redis is available. */
  async close(): Promise<void> {
    this.#cancel()
    const { client } = this.#options
    if (!client.isReady) return
    // If this fails, the count expires by itself.
    await client.hDel(this.#key, this.#processId).catch(() => undefined)
  }

  #tick(): void {
    this.#cancel = this.#options.scheduler.after(this.#options.intervalMs, () => this.#tick())
    // While a report is unanswered, no second one is sent.
    if (!this.#isReporting) void this.#report()
  }

  async #report(): Promise<void> {
    const { client, countLocal, scheduler, ttlMs } = this.#options
    this.#isReporting = true
    try {
      const local = countLocal()
      const args = [this.#processId, `${local}`, `${ttlMs}`]
      const total = Number(await client.eval(script, { keys: [this.#key], arguments: args }))
      this.#others = { count: total - local, validUntil: scheduler.now() + ttlMs }
    } catch {
      // Redis is down: the last count expires, and the next tick tries again.
    } finally {
      this.#isReporting = false
    }
  }
}
