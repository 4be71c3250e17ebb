import { firstHistory, type History } from '@thirty/contracts/challenge/history.ts'
import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { LogUnavailable, type EventLog, type RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Document, Projection } from '@thirty/infra/read-models/projection.ts'
import { challengeProjection } from '@thirty/projections/challenge/read-model.ts'
import { auditProjection } from '@thirty/projections/audit/read-model.ts'
import { discussionsProjection } from '@thirty/projections/discussions/projection.ts'
import { deletedPeopleProjection } from '@thirty/projections/deleted-people.ts'
import { readMarksProjection } from '@thirty/projections/notifications/read-model.ts'
import { peopleProjection } from '@thirty/projections/people/projection.ts'
import { savedTextsProjection } from '@thirty/projections/saved-texts/read-model.ts'
import { projectionsOfRun } from '@thirty/projections/run-context.ts'
import { clusterTimeZone } from '../support/cluster.ts'

/** The projections of the product while the run with this history is shown. The tests use only their pure functions. */
const projectionsOf = (history: History): readonly Projection[] => [
  challengeProjection,
  peopleProjection,
  deletedPeopleProjection,
  discussionsProjection,
  readMarksProjection,
  savedTextsProjection,
  auditProjection,
  ...Object.values(projectionsOfRun(history, clusterTimeZone)),
]

/** The projections of the product in the first run. */
export const projections = projectionsOf(firstHistory)

/** An entry of an index. */
export type Entry = { id: string; score: number; tiebreaker: string }

/** The expected content of a read model: its documents, and the entries of each index in order. */
export type ExpectedReadModel = {
  documents: ReadonlyMap<string, unknown>
  indexes: ReadonlyMap<string, readonly Entry[]>
  /** An entry for each word of each document, in order; the word is the tiebreaker. */
  words: readonly Entry[]
}

/** Reads all events of a log, oldest first. Continues, a few times, when its store did not answer: it shares the machine with other specs. */
export async function readAllEvents(log: EventLog): Promise<RecordedEvent[]> {
  const all: RecordedEvent[] = []
  for (let retries = 5; ; retries--)
    try {
      const after = all.at(-1)?.position
      for await (const events of log.readAll(after === undefined ? {} : { after })) all.push(...events)
      return all
    } catch (error) {
      if (!(error instanceof LogUnavailable) || retries === 0) throw error
    }
}

/** Folds events one by one: without batches, checkpoints, stores or optimizations. */
export function foldProjection(projection: Projection, events: readonly RecordedEvent[]): ExpectedReadModel {
  const documents = new Map<string, Document>()
  for (const recorded of events) {
    if (!projection.streams.some((prefix) => recorded.stream.startsWith(prefix))) continue
    const event = catalogue.upcast(recorded)
    if (projection.events !== undefined && !isEventOf(projection.events, event)) continue
    for (const id of projection.documentIds(event)) {
      const document = projection.evolve(documents.get(id), event, id, (other) => documents.get(other))
      if (document) documents.set(id, document)
      else documents.delete(id)
    }
  }
  const words = [...documents].flatMap(([id, document]) =>
    [...new Set(projection.words?.(document, id))].map((word) => ({ id, score: 0, tiebreaker: word })),
  )
  return {
    documents: toJson(documents),
    indexes: buildIndexes(projection, documents),
    words: words.sort(compareEntries),
  }
}

/** Returns the documents as they are after a round trip through a store. */
const toJson = (documents: ReadonlyMap<string, Document>): Map<string, unknown> =>
  new Map([...documents].map(([id, document]) => [id, JSON.parse(JSON.stringify(document))]))

function buildIndexes(
  projection: Projection,
  documents: ReadonlyMap<string, Document>,
): Map<string, Entry[]> {
  const indexes = new Map<string, Entry[]>()
  for (const [id, document] of documents) {
    for (const [name, { score, tiebreaker = '' }] of Object.entries(projection.indexEntries(document, id))) {
      const entries = indexes.get(name) ?? []
      // Stores have no negative zero; adding 0 removes it.
      entries.push({ id, score: score + 0, tiebreaker })
      indexes.set(name, entries)
    }
  }
  for (const entries of indexes.values()) entries.sort(compareEntries)
  return indexes
}

/** Orders entries by score, then by tiebreaker, then by id (see `IndexEntry`). */
function compareEntries(one: Entry, other: Entry): number {
  if (one.score !== other.score) return one.score - other.score
  if (one.tiebreaker !== other.tiebreaker) return one.tiebreaker < other.tiebreaker ? -1 : 1
  return one.id < other.id ? -1 : 1
}

const millionths = 1_000_000

/** Sums scores that are rounded to millionths. Adds whole millionths, so that the sum is exact. */
export function sumScores(entries: readonly Entry[]): number {
  let sum = 0n
  for (const { score } of entries) {
    const whole = Math.trunc(score)
    sum += BigInt(whole) * BigInt(millionths) + BigInt(Math.round((score - whole) * millionths))
  }
  // A sum that no number holds exactly is divided before it is converted.
  if (Number.isSafeInteger(Number(sum))) return Number(sum) / millionths
  return Number(sum / BigInt(millionths)) + Number(sum % BigInt(millionths)) / millionths
}
