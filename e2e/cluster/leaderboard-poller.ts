import { setTimeout as pause } from 'node:timers/promises'
import type { BoardResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'

export type LeaderboardPollerOptions = {
  /** Where the next page is asked for: a proxy would send a reader to whoever is ready. */
  baseUrl: () => string
  token: string
  perSecond: number
  /** How many stand on the board. Fewer, or a rank that is missing or there twice, is a partial board. */
  expectedRows: number
}

/** Somebody who reads the whole board, so many times a second, whether it is answered quickly or not. */
export class LeaderboardPoller {
  /** How often it was asked. */
  requestCount = 0
  /** What was wrong with an answer, in words. */
  readonly errors: string[] = []
  /** How names were written, in the order of the pages; once for all pages in a row that agree. */
  readonly nameSpellings: string[] = []
  readonly #options: LeaderboardPollerOptions
  readonly #since = performance.now()
  readonly #underWay = new Set<Promise<void>>()
  readonly #done: Promise<void>
  #isOver = false
  /** The farthest position that was answered so far, by the spelling of the page: two releases go their own ways. */
  #farthest: Readonly<Record<string, bigint>> = {}

  constructor(options: LeaderboardPollerOptions) {
    this.#options = options
    this.#done = this.#run()
  }

  /** Reads per second so far. */
  get readsPerSecond(): number {
    return this.requestCount / ((performance.now() - this.#since) / 1_000)
  }

  /** Asks no more, and waits for the last answers. */
  async stop(): Promise<void> {
    this.#isOver = true
    await this.#done
    await Promise.all(this.#underWay)
  }

  async #run(): Promise<void> {
    for (; !this.#isOver; await pause(1)) {
      const due = ((performance.now() - this.#since) / 1_000) * this.#options.perSecond
      for (; this.requestCount < due; this.requestCount++) {
        const reading = this.#read().finally(() => this.#underWay.delete(reading))
        this.#underWay.add(reading)
      }
    }
  }

  async #read(): Promise<void> {
    const { baseUrl: address, token } = this.#options
    const before = this.#farthest
    const url = `${address()}/api/leaderboard/leaderboard?limit=200`
    try {
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      const text = await response.text()
      // The product answers by its contract; what it breaks is found below.
      if (response.ok) this.#look(JSON.parse(text) as BoardResponse, before)
      else this.errors.push(`${response.status} ${text}`)
    } catch (error) {
      this.errors.push(`${String(error)} ${error instanceof Error ? String(error.cause) : ''}`)
    }
  }

  #look({ data, stats, position }: BoardResponse, before: Readonly<Record<string, bigint>>): void {
    const { expectedRows: rows } = this.#options
    const isWhole = data.length === rows && stats.totalUsers === rows
    if (!isWhole) this.errors.push(`${data.length} rows, ${stats.totalUsers} in all, instead of ${rows}`)
    if (data.some(({ rank }, at) => rank !== at + 1)) this.errors.push('ranks with gaps')
    if (new Set(data.map(({ id }) => id)).size !== data.length) this.errors.push('somebody twice')
    const spelling = [...new Set(data.map(({ name }) => name.replace(/ \d+$/, '')))].join()
    if (this.nameSpellings.at(-1) !== spelling) this.nameSpellings.push(spelling)
    // Whoever asks after an answer sees that much at least.
    const at = BigInt(position)
    if (at < (before[spelling] ?? at)) this.errors.push(`position ${position} after ${before[spelling]}`)
    if (at > (this.#farthest[spelling] ?? -1n)) this.#farthest = { ...this.#farthest, [spelling]: at }
  }
}
