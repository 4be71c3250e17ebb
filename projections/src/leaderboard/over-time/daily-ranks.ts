// Computes and caches the ranks at the ends of past dates.

import { setTimeout as pause } from 'node:timers/promises'
import { calendarDay, formatCalendarDay } from '@thirty/contracts/challenge/calendar.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { LRUCache } from 'lru-cache'
import { scanDocumentsInOrder, yieldToEventLoop } from '../../index-scan.ts'
import { standingAtEndOf, numericRankKey, type Participant } from '../participant.ts'

/** Returns the rank (from 1) of a participant; null for a participant who was not ranked. */
export type RankLookup = (participant: Participant) => number | null

export type DailyRanksOptions = {
  store: ReadModelStore
  readModel: ReadModelKey
  clock: Clock
  /** Milliseconds for which pages wait for ranks that were never computed; 5,000 when missing. */
  maxWaitMs?: number
}

/** Maximum number of cached dates: the history shows nine past dates, and further ones are requested around midnight. */
const maxDates = 12
/** Milliseconds after which the ranks of a date are computed again, if events of the date may have been missing. */
const incompleteTtlMs = 60_000

/** Returns the date (`2026-01-31`) in a time zone, a number of days before the one of a time in milliseconds. */
export const dateBefore = (now: number, days: number, timeZone: string): string =>
  formatCalendarDay(calendarDay(now, timeZone) - days)

/**
 * The rank keys of all participants at the end of a date, sorted, eight bytes each. `isComplete` is true if the read
 * model had an event of a later date when they were computed, because then it had all events of the date.
 */
type RankKeys = { sorted: Float64Array; isComplete: boolean }

type Computation = {
  rankKeys: Promise<RankKeys>
  /** Resolves to `undefined` if the computation takes longer than pages wait. */
  inTime: Promise<RankKeys | undefined>
  startedAt: number
  /** The result; while the ranks are computed again, the result of the previous computation. */
  latestResult?: RankKeys
}

export type DailyRanks = ReturnType<typeof dailyRanks>

/**
 * Computes the ranks at the end of a date in the time zone of the read model once, from the histories of all participants, and caches
 * them: they no longer change.
 */
export function dailyRanks({ store, readModel, clock, maxWaitMs = 5_000 }: DailyRanksOptions) {
  const cached = new LRUCache<string, Computation>({ max: maxDates })

  const cache = (date: string, rankKeys: Promise<RankKeys>): void => {
    const latestResult = cached.peek(date)?.latestResult
    const inTime = Promise.race([rankKeys, pause(maxWaitMs, undefined, { ref: false })])
    const computation: Computation = {
      rankKeys,
      inTime,
      startedAt: clock(),
      ...(latestResult && { latestResult }),
    }
    cached.set(date, computation)
    rankKeys.then(
      (result) => (computation.latestResult = result),
      () => cached.delete(date),
    )
    // Callers that await a failure get it; if none does, it must not end the process as an unhandled rejection.
    inTime.catch(() => undefined)
  }

  /** Shortly after midnight the read model may not have applied the last events of the date yet. */
  const isOutdated = ({ latestResult, startedAt }: Computation) =>
    latestResult?.isComplete === false && clock() - startedAt >= incompleteTtlMs
  const isCached = (date: string): boolean => {
    const computation = cached.peek(date)
    return computation !== undefined && !isOutdated(computation)
  }

  /** Returns the computations of these dates. Starts the missing ones with one scan of all participants. */
  const compute = (dates: readonly string[]): Computation[] => {
    const missing = dates.filter((date) => !isCached(date))
    if (missing.length > 0) {
      const all = rankKeysAtEndsOf(store, readModel, missing)
      missing.forEach((date, index) => cache(date, resultAt(all, index)))
    }
    return dates.flatMap((date) => cached.get(date) ?? [])
  }

  let epoch: string | undefined
  /** Ranks of another history of the log are forgotten. */
  const dropOtherEpoch = async (): Promise<void> => {
    const live = await store.liveBuild(readModel)
    if (live?.epoch !== epoch) cached.clear()
    epoch = live?.epoch
  }

  return {
    /** Returns the ranks at the end of each of these dates, once they are computed. */
    atEndOf: async (dates: readonly string[]): Promise<RankLookup[]> => {
      await dropOtherEpoch()
      const rankKeys = await Promise.all(compute(dates).map((computation) => computation.rankKeys))
      return dates.map((date, index) => rankLookup(date, rankKeys[index]))
    },
    /**
     * Returns the ranks at the end of one date. While they are computed again, returns the ones before without waiting; if there are none
     * before `maxWaitMs` have passed, null for all participants.
     */
    lastKnownAtEndOf: async (date: string): Promise<RankLookup> => {
      await dropOtherEpoch()
      // A page without them lacks them until the next change: nothing tells its readers that they have come. In Redis the ranks of a hundred
      // thousand participants take longer than a reader would wait.
      const [computation] = compute([date])
      return rankLookup(date, computation?.latestResult ?? (await computation?.inTime))
    },
  }
}

const resultAt = async (all: Promise<readonly RankKeys[]>, index: number): Promise<RankKeys> =>
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
  // participant; a participant that is read twice is counted once.
  for await (const slice of scanDocumentsInOrder<Participant>(store, readModel, 'participants')) {
    for (const { document } of slice) {
      if (document.latest.date > newest) newest = document.latest.date
      for (const { date, keys } of keysByDate) {
        const key = rankKeyOn(document, date)
        if (key !== undefined) keys.push(key)
      }
    }
  }
  const rankKeys: RankKeys[] = []
  for (const { date, keys } of keysByDate) {
    // 100,000 keys are sorted in about ten milliseconds, once for each date.
    await yieldToEventLoop()
    rankKeys.push({ sorted: sortUnique(keys), isComplete: newest > date })
  }
  return rankKeys
}

/** Counts the sorted keys that are smaller than this one. */
function countBefore(sorted: Float64Array, key: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? 0) < key) low = middle + 1
    else high = middle
  }
  return low
}

const sortUnique = (keys: readonly number[]): Float64Array =>
  Float64Array.from(keys)
    .sort()
    .filter((key, index, sorted) => key !== sorted[index - 1])
