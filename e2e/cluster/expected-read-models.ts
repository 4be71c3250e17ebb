import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Document, Projection } from '@thirty/infra/read-models/read-models.ts'
import { activityProjection } from '@thirty/projections/activity/projection.ts'
import { challengeProjection } from '@thirty/projections/challenge/projection.ts'
import { discussionsProjection } from '@thirty/projections/discussions/projection.ts'
import { feedbackProjection } from '@thirty/projections/feedback/projection.ts'
import { leaderboardProjection } from '@thirty/projections/leaderboard/projection.ts'
import { readMarksProjection } from '@thirty/projections/notifications/projection.ts'
import { peopleProjection } from '@thirty/projections/people/projection.ts'
import { projectsProjection } from '@thirty/projections/projects/projection.ts'
import { searchProjection } from '@thirty/projections/search/projection.ts'

/** The views of the product. Their functions are all that is used of it here. */
export const projections: readonly Projection[] = [
  challengeProjection,
  feedbackProjection(1),
  leaderboardProjection(1),
  peopleProjection,
  projectsProjection(1),
  activityProjection(1),
  discussionsProjection,
  readMarksProjection,
  searchProjection(1),
]

/** A document in an index. */
export type Entry = { id: string; score: number; tiebreaker: string }

/** A view as it must be: the documents, and each index in its order. */
export type ExpectedReadModel = {
  documents: ReadonlyMap<string, unknown>
  indexes: ReadonlyMap<string, readonly Entry[]>
}

/** Every event of a log, the oldest first. */
export async function readAllEvents(log: EventLog): Promise<RecordedEvent[]> {
  const all: RecordedEvent[] = []
  for await (const events of log.readAll()) all.push(...events)
  return all
}

/** The pure fold of these events: one after the other, without batches, checkpoints, stores or anything to be clever with. */
export function foldProjection(view: Projection, events: readonly RecordedEvent[]): ExpectedReadModel {
  const documents = new Map<string, Document>()
  for (const recorded of events) {
    if (!view.streams.some((prefix) => recorded.stream.startsWith(prefix))) continue
    const event = catalogue.upcast(recorded)
    for (const id of view.documentIds(event)) {
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

function indexesOf(view: Projection, documents: ReadonlyMap<string, Document>): Map<string, Entry[]> {
  const indexes = new Map<string, Entry[]>()
  for (const [id, document] of documents) {
    for (const [name, { score, tiebreaker = '' }] of Object.entries(view.indexEntries(document, id))) {
      const entries = indexes.get(name) ?? []
      // Stores know no negative zero.
      entries.push({ id, score: score + 0, tiebreaker })
      indexes.set(name, entries)
    }
  }
  for (const entries of indexes.values()) entries.sort(inOrder)
  return indexes
}

/** Ascending by score, then by tie, then by id (`Place`). */
function inOrder(one: Entry, other: Entry): number {
  if (one.score !== other.score) return one.score - other.score
  if (one.tiebreaker !== other.tiebreaker) return one.tiebreaker < other.tiebreaker ? -1 : 1
  return one.id < other.id ? -1 : 1
}

const millionths = 1_000_000

/** Sum of the scores, each taken to the millionth: counted in millionths, which is exact. */
export function sumScores(entries: readonly Entry[]): number {
  let sum = 0n
  for (const { score } of entries) {
    const whole = Math.trunc(score)
    sum += BigInt(whole) * BigInt(millionths) + BigInt(Math.round((score - whole) * millionths))
  }
  if (Number.isSafeInteger(Number(sum))) return Number(sum) / millionths
  return Number(sum / BigInt(millionths)) + Number(sum % BigInt(millionths)) / millionths
}
