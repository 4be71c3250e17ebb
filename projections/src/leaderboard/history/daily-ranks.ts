import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '@thirty/infra/clock.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { scanDocuments, sortUniqueInSlices } from '../../index-scan.ts'
import { standingAtEndOf, numericRankKey, type Participant } from '../participant.ts'

/** Tells the rank (from 1) of a participant; null for who was not ranked. */
export type RankLookup = (participant: Participant) => number | null

/** Ranks at the ends of past dates (UTC), which no longer change. */
export type DailyRanks = {
  /** Ranks at the end of each of these dates, once everybody has been counted. */
  atEndOf(dates: readonly string[]): Promise<RankLookup[]>
  /** Ranks at the end of one date; null for everybody while there are too many to wait until they are counted. */
  ifReady(date: string): Promise<RankLookup>
}

export type DailyRanksOptions = {
  store: ReadModelStore
  readModel: ReadModelKey
  clock: Clock
  /** Milliseconds that `soon` waits; 500 when missing. */
  timeoutMs?: number
}

/** A week and a half of history is shown, and a date may end while it is read. */
const datesKept = 12
/** Milliseconds after which a date is counted again of which the view may not have had everything. */
const doubtFor = 60_000
const day = 86_400_000

/** The date (UTC, `2026-01-31`) so many days before the one of a moment. */
export const utcDateBefore = (now: number, days: number): string =>
  new Date(now - days * day).toISOString().slice(0, 10)

/**
 * The places at the end of a date, sorted: eight bytes for each participant. `isWhole`: somebody has done something
 * since, so that the view had all of the date when it was counted.
 */
type Places = { sorted: Float64Array; isWhole: boolean }

/** Places on their way, since a moment. `soon` is `undefined` when it takes long. */
type Count = { places: Promise<Places>; soon: Promise<Places | undefined>; since: number; done?: Places }

/** Works the ranks of a date out once, from the histories of all participants, and keeps them. */
export function dailyRanks({
  store,
  readModel: view,
  clock,
  timeoutMs: patience = 500,
}: DailyRanksOptions): DailyRanks {
  const kept = new Map<string, Count>()

  const keep = (date: string, places: Promise<Places>): void => {
    const soon = Promise.race([places, pause(patience, undefined, { ref: false })])
    const before = kept.get(date)?.done
    // What was counted before is better than nothing while it is counted again.
    const count: Count = { places, soon, since: clock(), ...(before && { done: before }) }
    kept.set(date, count)
    places.then(
      (counted) => (count.done = counted),
      () => kept.delete(date),
    )
    // Whoever asks for it hears of a failure.
    soon.catch(() => {})
    const oldest = [...kept.keys()].sort()[0]
    if (kept.size > datesKept && oldest !== undefined) kept.delete(oldest)
  }

  /** After midnight a view may still be behind: its last events of the date are yet to come. */
  const isDoubtful = ({ done, since }: Count) => done?.isWhole === false && clock() - since >= doubtFor
  const isKept = (date: string): boolean => {
    const count = kept.get(date)
    return count !== undefined && !isDoubtful(count)
  }

  /** Everybody is looked at once, however many dates are asked for. */
  const counts = (dates: readonly string[]): Count[] => {
    const missing = dates.filter((date) => !isKept(date))
    if (missing.length > 0) {
      const all = placesAtEndsOf(store, view, missing)
      missing.forEach((date, at) => keep(date, pick(all, at)))
    }
    return dates.flatMap((date) => kept.get(date) ?? [])
  }

  return {
    atEndOf: async (dates) => {
      const places = await Promise.all(counts(dates).map((count) => count.places))
      return dates.map((date, at) => rankIn(date, places[at]))
    },
    ifReady: async (date) => {
      const [count] = counts([date])
      return rankIn(date, count?.done ?? (await count?.soon))
    },
  }
}

const pick = async (all: Promise<readonly Places[]>, at: number): Promise<Places> =>
  (await all)[at] ?? { sorted: new Float64Array(), isWhole: false }

function rankIn(date: string, places: Places | undefined): RankLookup {
  return (participant) => {
    const place = places && placeOn(participant, date)
    return places && place !== undefined ? placesBefore(places.sorted, place) + 1 : null
  }
}

function placeOn(participant: Participant, date: string): number | undefined {
  const { score = null, reached = '' } = standingAtEndOf(participant, date) ?? {}
  return score ? numericRankKey({ score, reached }) : undefined
}

async function placesAtEndsOf(
  store: ReadModelStore,
  view: ReadModelKey,
  dates: readonly string[],
): Promise<Places[]> {
  const found = dates.map((date) => ({ date, places: [] as number[] }))
  let newest = ''
  // Nobody leaves this index and newcomers stand at its end, so a change on the way cannot make us miss somebody;
  // whoever is seen twice counts once.
  for await (const slice of scanDocuments<Participant>(store, view, 'participants')) {
    for (const { document } of slice) {
      if (document.latest.date > newest) newest = document.latest.date
      for (const { date, places } of found) {
        const place = placeOn(document, date)
        if (place !== undefined) places.push(place)
      }
    }
  }
  const counted: Places[] = []
  for (const { date, places } of found)
    counted.push({ sorted: await sortUniqueInSlices(places), isWhole: newest > date })
  return counted
}

/** How many of the sorted places stand before this one. */
function placesBefore(places: Float64Array, place: number): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((places[middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  return low
}
