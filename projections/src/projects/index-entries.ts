import type { ProjectStatus } from '@thirty/contracts/api/projects/projects.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import type { IndexEntry } from '@thirty/infra/read-models/read-models.ts'
import { addOfficialRatingEntries, type IndexedRating } from './official-rating-entries.ts'

/** What decides where a project stands in the lists. `at` is ISO time, `position` sortable text. */
type Listed = {
  at: string
  position: string
  day: number
  status: ProjectStatus
  ratings: readonly IndexedRating[]
  figures?: Noticed
}

/** The places of a project in the lists of its view, and where it is counted. */
export function projectIndexEntries({
  at,
  position,
  day,
  status,
  ratings,
  figures,
}: Listed): Record<string, IndexEntry> {
  const place = { score: Date.parse(at), tiebreaker: position }
  const lists = listsOf(day)
  // One after the other, which is several times as quick as a literal with names that are worked out.
  const places: Record<string, IndexEntry> = { all: place }
  places[status] = place
  places[lists.all] = place
  places[lists[status]] = place
  if (status === 'rejected') return places
  if (isNoticed(figures)) places['popular'] = popularity(figures, position)
  addOfficialRatingEntries(places, ratings)
  return places
}

type Noticed = { likes: number; views: number }

/** Whether anybody likes or saw a project. Among the others there is no order of popularity to keep. */
const isNoticed = (figures: Noticed | undefined): figures is Noticed =>
  figures !== undefined && (figures.likes > 0 || figures.views > 0)

/** From the least: likes, then views, then the later submission. */
function popularity({ likes, views }: Noticed, position: string): IndexEntry {
  return { score: likes, tiebreaker: [views.toString().padStart(10, '0'), position].join('') }
}

/** Names of the lists of each day, made once: they are asked for at every change of a project. */
const dayLists = Array.from({ length: totalDays + 1 }, (_, day) => ({
  all: `day:${day}`,
  submitted: `day:${day}:submitted`,
  approved: `day:${day}:approved`,
  rejected: `day:${day}:rejected`,
}))

function listsOf(day: number): (typeof dayLists)[number] {
  const lists = dayLists[day]
  if (lists === undefined) throw new RangeError(`There is no day ${day}.`)
  return lists
}
