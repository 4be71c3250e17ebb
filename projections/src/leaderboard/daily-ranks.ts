import { setTimeout as pause } from 'node:timers/promises'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import { slicesOf, sortedInSlices } from '../slices.ts'
import { placeAtEndOf, placeNumber, type Participant } from './participant.ts'

/** Tells the rank (from 1) of a participant; null for who was not ranked. */
export type RankOf = (participant: Participant) => number | null

/** Ranks at the ends of past dates (UTC), which no longer change. */
export type DailyRanks = {
  /** Ranks at the end of each of these dates, once everybody has been counted. */
  on(dates: readonly string[]): Promise<RankOf[]>
  /** Ranks at the end of one date; null for everybody while there are too many to wait until they are counted. */
  soon(date: string): Promise<RankOf>
}

export type DailyRanksOptions = {
  store: ViewStore
  view: ViewKey
  /** Milliseconds that `soon` waits; 500 when missing. */
  patience?: number
}

/** A week and a half of history is shown, and a date may end while it is read. */
const datesKept = 12
const day = 86_400_000

/** The date (UTC, `2026-01-31`) so many days before the one of a moment. */
export const dateBefore = (now: number, days: number): string =>
  new Date(now - days * day).toISOString().slice(0, 10)

/** The places at the end of a date, sorted: eight bytes for each participant. `soon` is `undefined` when it takes long. */
type Count = { places: Promise<Float64Array>; soon: Promise<Float64Array | undefined>; done?: Float64Array }

/** Works the ranks of a date out once, from the histories of all participants, and keeps them. */
export function dailyRanks({ store, view, patience = 500 }: DailyRanksOptions): DailyRanks {
  const kept = new Map<string, Count>()

  const keep = (date: string, places: Promise<Float64Array>): void => {
    const soon = Promise.race([places, pause(patience, undefined, { ref: false })])
    const count: Count = { places, soon }
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

  /** Everybody is looked at once, however many dates are asked for. */
  const counts = (dates: readonly string[]): Count[] => {
    const missing = dates.filter((date) => !kept.has(date))
    if (missing.length > 0) {
      const all = placesAtEndsOf(store, view, missing)
      missing.forEach((date, at) => keep(date, pick(all, at)))
    }
    return dates.flatMap((date) => kept.get(date) ?? [])
  }

  return {
    on: async (dates) => {
      const places = await Promise.all(counts(dates).map((count) => count.places))
      return dates.map((date, at) => rankIn(date, places[at]))
    },
    soon: async (date) => {
      const [count] = counts([date])
      return rankIn(date, count?.done ?? (await count?.soon))
    },
  }
}

const pick = async (all: Promise<readonly Float64Array[]>, at: number): Promise<Float64Array> =>
  (await all)[at] ?? new Float64Array()

function rankIn(date: string, places: Float64Array | undefined): RankOf {
  return (participant) => {
    const place = places && placeOn(participant, date)
    return places && place !== undefined ? placesBefore(places, place) + 1 : null
  }
}

function placeOn(participant: Participant, date: string): number | undefined {
  const { score = null, reached = '' } = placeAtEndOf(participant, date) ?? {}
  return score ? placeNumber({ score, reached }) : undefined
}

async function placesAtEndsOf(
  store: ViewStore,
  view: ViewKey,
  dates: readonly string[],
): Promise<Float64Array[]> {
  const found = dates.map((date) => ({ date, places: [] as number[] }))
  // Nobody leaves this index and newcomers stand at its end, so a change on the way cannot make us miss somebody;
  // whoever is seen twice counts once.
  for await (const slice of slicesOf<Participant>(store, view, 'participants')) {
    for (const { document } of slice) {
      for (const { date, places } of found) {
        const place = placeOn(document, date)
        if (place !== undefined) places.push(place)
      }
    }
  }
  const sorted: Float64Array[] = []
  for (const { places } of found) sorted.push(await sortedInSlices(places))
  return sorted
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
