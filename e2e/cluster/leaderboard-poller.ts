import { setTimeout as pause } from 'node:timers/promises'
import type { BoardResponse } from '@thirty/contracts/leaderboard/api.ts'

export type LeaderboardPollerOptions = {
  /** Returns the URL of the process for the next request, as a proxy would choose one. */
  baseUrl: () => string
  token: string
  perSecond: number
  /** Number of participants on the leaderboard. A response with fewer is an error. */
  expectedRows: number
}

/** Most requests that wait for a response. A machine that is too slow for the rate requests less often. */
const maxInFlight = 30

/** Requests the whole leaderboard at a fixed rate, with a limited number of requests in flight. */
export class LeaderboardPoller {
  requestCount = 0
  /** Requests that were not sent, because too many others waited for a response. */
  #skippedCount = 0
  /** A message for each response that was wrong. */
  readonly errors: string[] = []
  readonly #options: LeaderboardPollerOptions
  readonly #startedAt = performance.now()
  readonly #inFlight = new Set<Promise<void>>()
  readonly #done: Promise<void>
  #isStopped = false
  /** The names in each response without their numbers, by the number of the request. */
  readonly #spellings: string[] = []
  /** The highest position of a response so far, by the spelling of the names: each release has its own positions. */
  #highest: Readonly<Record<string, bigint>> = {}

  constructor(options: LeaderboardPollerOptions) {
    this.#options = options
    this.#done = this.#run()
  }

  /** Average number of requests per second so far. */
  get readsPerSecond(): number {
    return this.requestCount / ((performance.now() - this.#startedAt) / 1_000)
  }

  /**
   * The names on the leaderboard without their numbers, in the order of the requests and without repetitions. The next
   * release spells them in capitals, so they show which release has responded.
   */
  get nameSpellings(): string[] {
    return this.#spellings.filter((spelling, number) => spelling !== this.#spellings[number - 1])
  }

  /** Sends no further request. Resolves when those in flight have finished. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#done
    await Promise.all(this.#inFlight)
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const due = ((performance.now() - this.#startedAt) / 1_000) * this.#options.perSecond
      while (this.requestCount + this.#skippedCount < due) {
        if (this.#inFlight.size >= maxInFlight) {
          this.#skippedCount++
          continue
        }
        const request = this.#request(this.requestCount).finally(() => this.#inFlight.delete(request))
        this.#inFlight.add(request)
        this.requestCount++
      }
      await pause(1)
    }
  }

  async #request(number: number): Promise<void> {
    const { baseUrl, token } = this.#options
    const highestBefore = this.#highest
    const url = `${baseUrl()}/api/leaderboard/leaderboard?limit=200`
    try {
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      const text = await response.text()
      // The contract defines this type; `#check` finds responses that break it.
      if (response.ok) this.#check(JSON.parse(text) as BoardResponse, number, highestBefore)
      else this.errors.push(`${response.status} ${text}`)
    } catch (error) {
      this.errors.push(`${String(error)} ${error instanceof Error ? String(error.cause) : ''}`)
    }
  }

  #check(
    { data, stats, position: positionText }: BoardResponse,
    number: number,
    highestBefore: Readonly<Record<string, bigint>>,
  ): void {
    const { expectedRows } = this.#options
    const isComplete = data.length === expectedRows && stats.totalUsers === expectedRows
    if (!isComplete)
      this.errors.push(`${data.length} rows of ${stats.totalUsers} in total, instead of ${expectedRows}`)
    if (data.some(({ rank }, index) => rank !== index + 1)) this.errors.push('ranks with gaps')
    if (new Set(data.map(({ id }) => id)).size !== data.length) this.errors.push('a participant twice')
    const spelling = [...new Set(data.map(({ name }) => name.replace(/ \d+$/, '')))].join()
    this.#spellings[number] = spelling
    // A request that was sent after a response must not return an older leaderboard.
    const position = BigInt(positionText)
    if (position < (highestBefore[spelling] ?? position))
      this.errors.push(`position ${position} after ${highestBefore[spelling]}`)
    if (position > (this.#highest[spelling] ?? -1n))
      this.#highest = { ...this.#highest, [spelling]: position }
  }
}
