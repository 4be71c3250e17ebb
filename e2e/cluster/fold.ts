import { upcast } from '@thirty/contracts/events/upcast.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Document, View } from '@thirty/infra/views/views.ts'
import { activityView } from '@thirty/projections/activity/view.ts'
import { challengeView } from '@thirty/projections/challenge/view.ts'
import { discussionsView } from '@thirty/projections/discussions/view.ts'
import { feedbackView } from '@thirty/projections/feedback/view.ts'
import { leaderboardView } from '@thirty/projections/leaderboard/view.ts'
import { readMarksView } from '@thirty/projections/notifications/view.ts'
import { peopleView } from '@thirty/projections/people/view.ts'
import { projectsView } from '@thirty/projections/projects/view.ts'
import { searchView } from '@thirty/projections/search/view.ts'

/** The views of the product. Their functions are all that is used of it here. */
export const views: readonly View[] = [
  challengeView,
  feedbackView(1),
  leaderboardView(1),
  peopleView,
  projectsView(1),
  activityView(1),
  discussionsView,
  readMarksView,
  searchView(1),
]

/** A document in an index. */
export type Entry = { id: string; score: number; tie: string }

/** A view as it must be: the documents, and each index in its order. */
export type Folded = {
  documents: ReadonlyMap<string, unknown>
  indexes: ReadonlyMap<string, readonly Entry[]>
}

/** Every event of a log, the oldest first. */
export async function eventsOf(log: EventLog): Promise<RecordedEvent[]> {
  const all: RecordedEvent[] = []
  for await (const events of log.readAll()) all.push(...events)
  return all
}

/** The pure fold of these events: one after the other, without batches, checkpoints, stores or anything to be clever with. */
export function foldOf(view: View, events: readonly RecordedEvent[]): Folded {
  const documents = new Map<string, Document>()
  for (const recorded of events) {
    if (!view.streams.some((prefix) => recorded.stream.startsWith(prefix))) continue
    const event = upcast(recorded)
    for (const id of view.documents(event)) {
      const document = view.evolve(documents.get(id), event, id)
      if (document) documents.set(id, document)
      else documents.delete(id)
    }
  }
  return { documents: asJson(documents), indexes: indexesOf(view, documents) }
}

/** As documents are once they were stored. */
const asJson = (documents: ReadonlyMap<string, Document>): Map<string, unknown> =>
  new Map([...documents].map(([id, document]) => [id, JSON.parse(JSON.stringify(document))]))

function indexesOf(view: View, documents: ReadonlyMap<string, Document>): Map<string, Entry[]> {
  const indexes = new Map<string, Entry[]>()
  for (const [id, document] of documents) {
    for (const [name, { score, tie = '' }] of Object.entries(view.indexes(document, id))) {
      const entries = indexes.get(name) ?? []
      // Stores know no negative zero.
      entries.push({ id, score: score + 0, tie })
      indexes.set(name, entries)
    }
  }
  for (const entries of indexes.values()) entries.sort(inOrder)
  return indexes
}

/** Ascending by score, then by tie, then by id (`Place`). */
function inOrder(one: Entry, other: Entry): number {
  if (one.score !== other.score) return one.score - other.score
  if (one.tie !== other.tie) return one.tie < other.tie ? -1 : 1
  return one.id < other.id ? -1 : 1
}

const millionths = 1_000_000

/** Sum of the scores, each taken to the millionth: counted in millionths, which is exact. */
export function sumOf(entries: readonly Entry[]): number {
  let sum = 0n
  for (const { score } of entries) {
    const whole = Math.trunc(score)
    sum += BigInt(whole) * BigInt(millionths) + BigInt(Math.round((score - whole) * millionths))
  }
  if (Number.isSafeInteger(Number(sum))) return Number(sum) / millionths
  return Number(sum / BigInt(millionths)) + Number(sum % BigInt(millionths)) / millionths
}
