import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { createClient } from 'redis'
import type { Scheduler } from '../../scheduler.ts'

export type OnlineCounterOptions = {
  client: Pick<ReturnType<typeof createClient>, 'eval' | 'hDel' | 'isReady'>
  scheduler: Scheduler
  /** Rooms whose sockets are counted over all processes. */
  rooms: readonly string[]
  /** How many sockets of this process are in a room. */
  countLocal: (room: string) => number
}

/** Milliseconds between two counts, and how long one holds: a process that died is forgotten as soon. */
const every = 2_000
const holds = 5_000

const script = readFileSync(new URL('online-counter.lua', import.meta.url), 'utf8')
const keyOf = (room: string): string => `{thirty}:online:${room}`

/** Sockets of other processes, and until when that may be believed. */
type Others = { count: number; until: number }

/** How many sockets are in a room, over all processes: each says its own count every two seconds. */
export class OnlineCounter {
  readonly #options: OnlineCounterOptions
  readonly #name = randomUUID()
  readonly #others = new Map<string, Others>()
  #isAsking = false
  #callOff: () => void

  constructor(options: OnlineCounterOptions) {
    this.#options = options
    this.#callOff = options.scheduler.after(0, () => this.#tick())
  }

  /** Never waits. While Redis is away, it is what this process knows by itself. */
  count(room: string): number {
    const { countLocal: own, scheduler } = this.#options
    const others = this.#others.get(room)
    return own(room) + (others && scheduler.now() < others.until ? others.count : 0)
  }

  /** Takes the own count out, if that can be said just now. */
  async close(): Promise<void> {
    this.#callOff()
    const { client, rooms } = this.#options
    if (!client.isReady) return
    // Whatever goes wrong: it will be forgotten by itself.
    await Promise.allSettled(rooms.map((room) => client.hDel(keyOf(room), this.#name)))
  }

  #tick(): void {
    this.#callOff = this.#options.scheduler.after(every, () => this.#tick())
    // A server that stands still is not asked a second time.
    if (!this.#isAsking) void this.#ask()
  }

  async #ask(): Promise<void> {
    const { client, rooms, countLocal: own, scheduler } = this.#options
    this.#isAsking = true
    const asked = rooms.map(async (room) => {
      const mine = own(room)
      const words = [this.#name, `${mine}`, `${holds}`]
      const sum = Number(await client.eval(script, { keys: [keyOf(room)], arguments: words }))
      this.#others.set(room, { count: sum - mine, until: scheduler.now() + holds })
    })
    await Promise.allSettled(asked)
    this.#isAsking = false
  }
}
