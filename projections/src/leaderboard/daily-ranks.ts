import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import { slicesOf, sortedInSlices } from '../slices.ts'
import { placeAtEndOf, placeText, type Participant } from './participant.ts'

/** Ranks at the ends of past dates (UTC), which no longer change. */
export type DailyRanks = {
  /** Tells the rank (from 1) of a participant at the end of a date; null for who was not ranked then. */
  on(date: string): Promise<(participant: Participant) => number | null>
}

/** A week and a half of history is shown, and a date may end while it is read. */
const datesKept = 12
const day = 86_400_000

/** The date (UTC, `2026-01-31`) so many days before the one of a moment. */
export const dateBefore = (now: number, days: number): string =>
  new Date(now - days * day).toISOString().slice(0, 10)

/** Works the ranks of a date out once, from the histories of all participants, and keeps them. */
export function dailyRanks({ store, view }: { store: ViewStore; view: ViewKey }): DailyRanks {
  const kept = new Map<string, Promise<readonly string[]>>()

  const placesOn = (date: string): Promise<readonly string[]> => {
    const known = kept.get(date)
    if (known !== undefined) return known
    const places = placesAtEndOf(store, view, date)
    kept.set(date, places)
    places.catch(() => kept.delete(date))
    const oldest = [...kept.keys()].sort()[0]
    if (kept.size > datesKept && oldest !== undefined) kept.delete(oldest)
    return places
  }

  return {
    on: async (date) => {
      const places = await placesOn(date)
      return (participant) => {
        const place = placeTextOn(participant, date)
        return place === null ? null : placesBefore(places, place) + 1
      }
    },
  }
}

function placeTextOn(participant: Participant, date: string): string | null {
  const { score = null, reached = '' } = placeAtEndOf(participant, date) ?? {}
  return score && placeText({ score, reached })
}

async function placesAtEndOf(store: ViewStore, view: ViewKey, date: string): Promise<string[]> {
  // Nobody leaves this index and newcomers stand at its end, so a change on the way cannot make us miss somebody;
  // whoever is seen twice counts once.
  const places = new Set<string>()
  for await (const slice of slicesOf<Participant>(store, view, 'participants')) {
    for (const { document } of slice) {
      const place = placeTextOn(document, date)
      if (place !== null) places.add(place)
    }
  }
  return sortedInSlices([...places])
}

/** How many of the sorted places stand before this one. */
function placesBefore(places: readonly string[], place: string): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((places[middle] ?? '') < place) low = middle + 1
    else high = middle
  }
  return low
}
