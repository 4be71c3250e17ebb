import { setTimeout as pause } from 'node:timers/promises'
import { calendarDay, formatCalendarDay } from '@thirty/contracts/rules/calendar.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { LRUCache } from 'lru-cache'
import { scanDocuments, yieldToEventLoop } from '../../index-scan.ts'
import { standingAtEndOf, numericRankKey, type Participant } from '../participant.ts'

/** Returns the rank (from 1) of a participant; null for a participant who was not ranked. */
export type RankLookup = (participant: Participant) => number | null

/** Ranks at the ends of past dates in the time zone of the read model, which no longer change. */
export type DailyRanks = {
  /** Ranks at the end of each of these dates. Waits until they are computed. */
  atEndOf(dates: readonly string[]): Promise<RankLookup[]>
  /** Ranks at the end of one date; null for all participants while computing them takes longer than `timeoutMs`. */
  ifReady(date: string): Promise<RankLookup>
}

export type DailyRanksOptions = {
  store: ReadModelStore
  readModel: ReadModelKey
  clock: Clock
  /** Milliseconds that `ifReady` waits; 500 when missing. */
  timeoutMs?: number
}

/** Most cached dates: the history shows nine past dates, and around midnight further ones are requested. */
const maxDates = 12
/** Milliseconds after which the ranks of a date that may have been incomplete are computed again. */
const maybeIncompleteForMs = 60_000

/** Returns the date (`2026-01-31`) in a time zone, a number of days before the one of a time in milliseconds. */
export const dateBefore = (now: number, days: number, timeZone: string): string =>
  formatCalendarDay(calendarDay(now, timeZone) - days)

/**
 * The rank keys of all participants at the end of a date, sorted: eight bytes each. `isComplete`: the read model had an
 * event of a later date when they were computed, so it had all events of the date.
 */
type RankKeys = { sorted: Float64Array; isComplete: boolean }

/** A computation that started at `since`. `soon` resolves to `undefined` when it takes long; `done` is its result. */
type Computation = {
  rankKeys: Promise<RankKeys>
  soon: Promise<RankKeys | undefined>
  since: number
  done?: RankKeys
}

/** Computes the ranks of a date once, from the histories of all participants, and caches them. */
export function dailyRanks({ store, readModel, clock, timeoutMs = 500 }: DailyRanksOptions): DailyRanks {
  const cached = new LRUCache<string, Computation>({ max: maxDates })

  const cache = (date: string, rankKeys: Promise<RankKeys>): void => {
    const soon = Promise.race([rankKeys, pause(timeoutMs, undefined, { ref: false })])
    const before = cached.peek(date)?.done
    // While the ranks are computed again, the earlier result is better than none.
    const computation: Computation = { rankKeys, soon, since: clock(), ...(before && { done: before }) }
    cached.set(date, computation)
    rankKeys.then(
      (result) => (computation.done = result),
      () => cached.delete(date),
    )
    // A failure reaches the callers that await it; without any it must not end the process.
    soon.catch(() => {})
  }

  /** Shortly after midnight the read model may still lag: the last events of the date are yet to come. */
  const isOutdated = ({ done, since }: Computation) =>
    done?.isComplete === false && clock() - since >= maybeIncompleteForMs
  const isCached = (date: string): boolean => {
    const computation = cached.peek(date)
    return computation !== undefined && !isOutdated(computation)
  }

  /** Scans all participants once, however many dates are missing. */
  const compute = (dates: readonly string[]): Computation[] => {
    const missing = dates.filter((date) => !isCached(date))
    if (missing.length > 0) {
      const all = rankKeysAtEndsOf(store, readModel, missing)
      missing.forEach((date, index) => cache(date, pick(all, index)))
    }
    return dates.flatMap((date) => cached.get(date) ?? [])
  }

  return {
    atEndOf: async (dates) => {
      const rankKeys = await Promise.all(compute(dates).map((computation) => computation.rankKeys))
      return dates.map((date, index) => rankLookup(date, rankKeys[index]))
    },
    ifReady: async (date) => {
      const [computation] = compute([date])
      return rankLookup(date, computation?.done ?? (await computation?.soon))
    },
  }
}

const pick = async (all: Promise<readonly RankKeys[]>, index: number): Promise<RankKeys> =>
  (await all)[index] ?? { sorted: new Float64Array(), isComplete: false }

function rankLookup(date: string, rankKeys: RankKeys | undefined): RankLookup {
  return (participant) => {
    const key = rankKeys && rankKeyOn(participant, date)
    return rankKeys && key !== undefined ? countBefore(rankKeys.sorted, key) + 1 : null
  }
}

function rankKeyOn(participant: Participant, date: string): number | undefined {
  const { score = null, reached = '' } = standingAtEndOf(participant, date) ?? {}
  return score ? numericRankKey({ score, reached }) : undefined
}

async function rankKeysAtEndsOf(
  store: ReadModelStore,
  readModel: ReadModelKey,
  dates: readonly string[],
): Promise<RankKeys[]> {
  const keysByDate = dates.map((date) => ({ date, keys: [] as number[] }))
  let newest = ''
  // No document leaves this index and new ones are added at its end, so a change during the scan cannot hide a
  // participant; one that is read twice is counted once.
  for await (const slice of scanDocuments<Participant>(store, readModel, 'participants')) {
    for (const { document } of slice) {
      if (document.latest.date > newest) newest = document.latest.date
      for (const { date, keys } of keysByDate) {
        const key = rankKeyOn(document, date)
        if (key !== undefined) keys.push(key)
      }
    }
  }
  const rankKeys: RankKeys[] = []
  for (const { date, keys } of keysByDate)
    rankKeys.push({ sorted: await sortUniqueInSlices(keys), isComplete: newest > date })
  return rankKeys
}

/** How many of the sorted keys are smaller than this one. */
function countBefore(sorted: Float64Array, key: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < key) low = middle + 1
    else high = middle
  }
  return low
}

const sortedPerSlice = 4_096
const mergedPerSlice = 32_768

/** Sorts numbers in slices, yielding to the event loop after each, and removes duplicates. */
export async function sortUniqueInSlices(numbers: readonly number[]): Promise<Float64Array> {
  let from = Float64Array.from(numbers)
  let to = new Float64Array(numbers.length)
  for (let at = 0; at < from.length; at += sortedPerSlice) {
    from.subarray(at, at + sortedPerSlice).sort()
    await yieldToEventLoop()
  }
  for (let width = sortedPerSlice; width < from.length; width *= 2) {
    await mergePairs(from, to, width)
    ;[from, to] = [to, from]
  }
  return withoutRepeats(from)
}

/** Merges every two neighbouring sorted runs of a width. */
async function mergePairs(from: Float64Array, to: Float64Array, width: number): Promise<void> {
  let [left, right] = [0, width]
  for (let at = 0; at < from.length; at++) {
    const begin = at - (at % (2 * width))
    if (at === begin) [left, right] = [begin, begin + width]
    const [leftEnd, rightEnd] = [begin + width, begin + 2 * width]
    const leftValue = left < leftEnd ? (from[left] ?? Infinity) : Infinity
    const rightValue = right < rightEnd ? (from[right] ?? Infinity) : Infinity
    to[at] = leftValue <= rightValue ? leftValue : rightValue
    if (leftValue <= rightValue) left++
    else right++
    if (at % mergedPerSlice === 0) await yieldToEventLoop()
  }
}

/** Sorted numbers without duplicates. */
function withoutRepeats(sorted: Float64Array): Float64Array {
  let size = 0
  for (const number of sorted) if (size === 0 || number !== sorted[size - 1]) sorted[size++] = number
  return size === sorted.length ? sorted : sorted.slice(0, size)
}
