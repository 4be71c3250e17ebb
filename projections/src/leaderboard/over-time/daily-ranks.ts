// Computes and caches the ranks at the ends of past dates, from the documents of all participants. `rank-changes.ts` uses its cache of
// results about past dates, too.

import { calendarDay, formatCalendarDay } from '@thirty/contracts/challenge/calendar.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { LRUCache } from 'lru-cache'
import pTimeout from 'p-timeout'
import { allDocuments, type FoundDocument, yieldToEventLoop } from '../../document-reads.ts'
import { standingAtEndOf, numericRankKey, type Participant } from '../participant.ts'

/** Returns the rank (from 1) of a participant; null for a participant who was not ranked. */
export type RankLookup = (participant: Participant) => number | null

/** How many participants are read at once: in well below a millisecond. */
const participantsPerPart = 64

export type DailyRanksOptions = {
  store: ReadModelStore
  readModel: ReadModelKey
  clock: Clock
  /** The same participants without their names, which ranks do not need; `store` when missing. */
  unnamed?: ReadModelStore
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

/**
 * Returns a cache of results about past dates, each computed once for all who ask at the same time. One that may lack events of its dates is
 * computed again after a minute.
 */
export const pastResults = <Result extends { isComplete: boolean }>(max: number, clock: Clock) =>
  new LRUCache<string, Result, () => Promise<Result>>({
    max,
    ttlResolution: 0,
    perf: { now: clock },
    // Without this, evicting an entry would fail the request that is still reading it.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _before, { options, context: compute }) => {
      const result = await compute()
      // Shortly after midnight the read model may not have applied the last events of the date yet.
      options.ttl = result.isComplete ? 0 : incompleteTtlMs
      return result
    },
  })

/**
 * Computes the ranks at the end of a date in the time zone of the read model once, from the histories of all participants, and caches
 * them: they no longer change.
 */
export function dailyRanks(options: DailyRanksOptions) {
  const { store, readModel, clock, unnamed = store, maxWaitMs = 5_000 } = options
  // No document leaves this index and new ones are added at its end, so a change during the scan cannot hide a participant.
  const participants = () =>
    allDocuments<Participant>({ store: unnamed, readModel }, 'participants', {
      partSize: participantsPerPart,
    })
  const cached = pastResults<RankKeys>(maxDates, clock)
  let scanBegan = 0
  /**
   * Returns what `read` returns for the ranks of each of these dates, and computes the missing ones with one scan of all participants.
   * Ranks of another history of the log have other keys.
   */
  const readEach = async (
    dates: readonly string[],
    read: (key: string, compute: () => Promise<RankKeys>) => Promise<RankKeys | undefined>,
  ): Promise<RankLookup[]> => {
    const { epoch = '' } = (await store.liveBuild(readModel)) ?? {}
    const missing: string[] = []
    let scan: Promise<ReadonlyMap<string, RankKeys>> | undefined
    const compute = async (date: string): Promise<RankKeys> => {
      missing.push(date)
      if (scan === undefined) {
        scanBegan = clock()
        // Begins when all dates have been looked for: only then are the missing ones known.
        scan = Promise.resolve().then(() => rankKeysAtEndsOf(participants(), missing))
      }
      return (await scan).get(date) ?? { sorted: new Float64Array(), isComplete: false }
    }
    return Promise.all(
      dates.map(async (date) => rankLookup(date, await read(`${epoch} ${date}`, () => compute(date)))),
    )
  }

  return {
    /** Yields the documents of all participants in parts. Other tasks run between two parts. */
    participants,
    atEndOf: (dates: readonly string[]): Promise<RankLookup[]> =>
      readEach(dates, (key, context) => cached.forceFetch(key, { context })),
    /**
     * Returns the ranks at the end of one date. While they are computed again, returns the ones before without waiting; if there are none
     * before `maxWaitMs` have passed, null for all participants.
     */
    lastKnownAtEndOf: async (date: string): Promise<RankLookup> => {
      const [ranks = unknownRanks] = await readEach([date], (key, context) => {
        const known = cached.forceFetch(key, { context, allowStale: true })
        // A page without them lacks them until the next change: nothing tells its readers that they have come. In Redis the ranks of a
        // hundred thousand participants take longer than a reader would wait.
        const milliseconds = Math.max(1, scanBegan + maxWaitMs - clock())
        return pTimeout(known, { milliseconds, fallback: () => undefined })
      })
      return ranks
    },
  }
}

const unknownRanks: RankLookup = () => null

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
  participants: AsyncIterable<readonly FoundDocument<Participant>[]>,
  dates: readonly string[],
): Promise<ReadonlyMap<string, RankKeys>> {
  const keysByDate = dates.map((date) => ({ date, keys: [] as number[] }))
  let newest = ''
  for await (const part of participants) {
    for (const { document } of part) {
      if (document.latest.date > newest) newest = document.latest.date
      for (const { date, keys } of keysByDate) {
        const key = rankKeyOn(document, date)
        if (key !== undefined) keys.push(key)
      }
    }
  }
  const rankKeys = new Map<string, RankKeys>()
  for (const { date, keys } of keysByDate) {
    // A participant that was read twice is counted once. 100,000 keys are sorted in about ten milliseconds, once for each date.
    await yieldToEventLoop()
    rankKeys.set(date, { sorted: sortUnique(keys), isComplete: newest > date })
  }
  return rankKeys
}

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
