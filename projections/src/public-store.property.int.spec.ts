import { publicHistory, type History } from '@thirty/contracts/challenge/history.ts'
import { commentId } from '@thirty/contracts/projects/project-id.ts'
import type { ReadModelStore, Upsert } from '@thirty/infra/read-models/read-models.ts'
import type { Document, Projection } from '@thirty/infra/read-models/projection.ts'
import {
  challengeEvent,
  equalCriteria,
  journeyEvents,
  personEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { currentRunAfter, documentChanges, storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { randomChallenges } from '@thirty/projections/testing/random-challenge.ts'
import { randomRuns } from '@thirty/infra/testing/random-runs.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activityProjection } from './activity/projection.ts'
import { leaderboardProjection } from './leaderboard/projection.ts'
import { projectsProjection } from './projects/projection.ts'
import { projectionsOfRun } from './run-context.ts'
import { freezeDocumentId, publicChange, truthOf } from './freeze/with-freeze.ts'
import { publicStore } from './freeze/public-store.ts'

type Insertion = { at: number; what: string; name: string; pick: number }
const insertion: fc.Arbitrary<Insertion> = fc.record({
  at: fc.nat({ max: 999 }).map((thousandths) => thousandths / 1_000),
  what: fc.constantFrom(
    ...'freeze freeze rate rate rate rate rate rate reveal like comment complete delete'.split(' '),
  ),
  name: fc.constantFrom('Ada', 'Bob', 'Cleo', 'Dan'),
  pick: fc.nat({ max: 99 }),
})

/** Returns what is added to a challenge after some events, as commands would. */
function added(before: readonly GivenEvent[], { what, name, pick }: Insertion): GivenEvent[] {
  const last = before.at(-1)
  const { run, frozenAt } = currentRunAfter(before)
  const now = last?.at ?? ''
  const projects = before.filter(({ type }) => type === 'ProjectSubmitted')
  const project = projects[pick % Math.max(1, projects.length)]
  const ofProject = (type: string, data: object): GivenEvent[] =>
    project ? [{ ...project, type, data, run, at: now, actor: userIdOf(name) }] : []
  const by = userIdOf(name)
  if (what === 'freeze' && frozenAt === undefined) {
    const data = { run, frozenAt: new Date(Date.parse(now) + 1).toISOString() }
    return [challengeEvent('LeaderboardFrozen', data, now)]
  }
  if (what === 'reveal' && frozenAt !== undefined)
    return [challengeEvent('LeaderboardRevealed', { run }, now)]
  if (what === 'rate') {
    const rating = { rater: userIdOf(['Root', 'Rita'][pick % 2] ?? ''), criteria: equalCriteria(pick % 6) }
    return ofProject('ProjectRated', { ...rating, official: pick % 5 > 0, feedback: '' })
  }
  if (what === 'like') return ofProject('ProjectLiked', { by })
  if (what === 'comment')
    return ofProject('CommentPosted', { comment: commentId(pick + 1), by, text: `Neat ${pick}` })
  if (what === 'complete') return [journeyEvents(name, run).completed(1 + (pick % 5), now)]
  if (what === 'delete') return [personEvents(name).deleted({}, now)]
  return []
}

/** Returns an event a second after the one before, if they had the same time; a freeze begins before the next event. */
function atOwnTime(event: GivenEvent, index: number): GivenEvent {
  const time = Date.parse(event.at ?? '') + index * 1_000
  const at = new Date(time).toISOString()
  if (event.type !== 'LeaderboardFrozen') return { ...event, at }
  // Safe: the data of the event type.
  const data = { ...(event.data as object), frozenAt: new Date(time + 500).toISOString() }
  return { ...event, at, data }
}

/** Returns the events up to a place in a freeze, the one with most events of the freeze before it; all if there is no freeze. */
function untilFrozen(events: readonly GivenEvent[]): readonly GivenEvent[] {
  let longest = { end: events.length, since: 0 }
  for (let end = 1; end <= events.length; end += 1) {
    const some = events.slice(0, end)
    const since = end - some.findLastIndex(({ type }) => type === 'LeaderboardFrozen')
    if (since > longest.since && currentRunAfter(some).frozenAt !== undefined) longest = { end, since }
  }
  return events.slice(0, longest.end)
}

/** Challenges with freezes, reveals and everything else that may happen meanwhile. */
const frozenChallenges = fc
  .record({
    challenge: randomChallenges(60, 30),
    insertions: fc.array(insertion, { minLength: 12, maxLength: 25 }),
  })
  .map(({ challenge, insertions }) =>
    insertions.reduce((events, inserted) => {
      const index = 1 + Math.floor((events.length - 1) * inserted.at)
      return events.toSpliced(index, 0, ...added(events.slice(0, index), inserted))
    }, challenge.events),
  )
  .map((events) => untilFrozen(events.map(atOwnTime)))

/** Everything that can be read of a read model: documents with these ids, and indexes with these names. */
async function contentsOf(
  store: ReadModelStore,
  readModel: Projection,
  { ids, indexes }: { ids: readonly string[]; indexes: readonly string[] },
) {
  const documents = await store.load(readModel, ids)
  const figures = indexes.map(async (index) => {
    const window = { offset: 0, limit: 1_000 }
    const entries = await store.entries(readModel, index, window)
    const middle = entries[Math.floor(entries.length / 2)]
    return {
      index,
      entries,
      backwards: await store.entries(readModel, index, { offset: 1, limit: 2, reverse: true }),
      documents: await store.range(readModel, index, { offset: 1, limit: 3 }),
      next: await store.entries(readModel, index, { from: middle, limit: 2 }),
      previous: await store.entries(readModel, index, { from: middle, limit: 2, reverse: true }),
      ranks: await Promise.all(ids.map((id) => store.rank(readModel, index, id))),
      count: await store.count(readModel, index),
      some: await store.countBetween(readModel, index, -50, 50),
      sum: await store.sum(readModel, index),
    }
  })
  return { documents, figures: await Promise.all(figures) }
}

/** The projections with freezes of a history, each with that of the whole history and that of the frozen one. */
function projectionsOf(history: History, frozenAt: number | undefined) {
  const { leaderboard, projects, activity } = projectionsOfRun(history, 'UTC')
  const plain = [leaderboardProjection, projectsProjection, activityProjection]
  return [leaderboard, projects, activity].flatMap((projection, index) =>
    plain.slice(index, index + 1).map((of) => ({
      // Safe: nobody applies other events than those of the projection.
      projection: projection as unknown as Projection,
      whole: of(history) as unknown as Projection,
      known: of(publicHistory(history, frozenAt)) as unknown as Projection,
    })),
  )
}

/** What is read of a read model, through a store of the reader and in the store of a projection without freezes. */
async function compare(
  events: readonly GivenEvent[],
  read: (store: ReadModelStore) => ReadModelStore,
  projection: Projection,
  expected: Projection,
) {
  const [store, other] = [await storeAfter([projection], events), await storeAfter([expected], events)]
  const [build, otherBuild] = [await store.liveBuild(projection), await other.liveBuild(expected)]
  if (build === undefined || otherBuild === undefined) throw new Error('A read model was not built.')
  const stored: Upsert[] = [
    ...(await Array.fromAsync(store.scanDocuments(build.build))),
    ...(await Array.fromAsync(other.scanDocuments(otherBuild.build))),
  ]
  const ids = [...new Set(stored.map(({ id }) => id))].filter((id) => id !== freezeDocumentId)
  const indexes = await other.indexNames(otherBuild.build)
  const found = await contentsOf(read(store), projection, { ids, indexes })
  expect(found).toEqual(await contentsOf(other, expected, { ids, indexes }))
}

test('everybody reads what a read model of the frozen history has, and admins what one of the whole history has', async () => {
  const hidden = { ratings: 0, others: 0 }
  await fc.assert(
    fc.asyncProperty(frozenChallenges, async (events) => {
      const { history, frozenAt } = currentRunAfter(events)
      for (const { projection, whole, known } of projectionsOf(history, frozenAt)) {
        await compare(events, withTruths, projection, whole)
        await compare(events, (store) => publicStore(store, () => true), projection, known)
      }
      const isHidden = ({ at = '' }: GivenEvent) => Date.parse(at) >= (frozenAt ?? Infinity)
      for (const { type } of events.filter(isHidden)) {
        if (type === 'ProjectRated') hidden.ratings += 1
        else if (type.startsWith('Project')) hidden.others += 1
      }
    }),
    { numRuns: randomRuns(25, 200) },
  )
  expect(hidden.ratings).toBeGreaterThan(10)
  expect(hidden.others).toBeGreaterThan(10)
})

/** The store as admins read it; what others see is beside the documents. */
const withTruths = (store: ReadModelStore): ReadModelStore => {
  const truth = <Doc extends Document>(document: Doc | undefined) => document && truthOf(document)
  return {
    ...store,
    load: async <Doc extends Document>(...args: Parameters<ReadModelStore['load']>) =>
      (await store.load<Doc>(...args)).map(truth),
    range: async <Doc extends Document>(...args: Parameters<ReadModelStore['range']>) =>
      (await store.range<Doc>(...args)).map((row) => ({ ...row, document: truthOf(row.document) })),
  }
}

test('only changes that everybody sees move the position that everybody is told', async () => {
  await fc.assert(
    fc.asyncProperty(frozenChallenges, async (events) => {
      const { history, frozenAt } = currentRunAfter(events)
      if (frozenAt === undefined) return
      const begin = events.findLastIndex(({ type }) => type === 'LeaderboardFrozen') + 1
      for (const { projection, known } of projectionsOf(history, frozenAt)) {
        const positions = (changes: readonly { event: { position: bigint } }[]) =>
          new Set(changes.map(({ event }) => event.position))
        const shown = documentChanges(projection, events.slice(0, begin), events.slice(begin)).filter(
          ({ event, before, after }) =>
            before !== after && projection.isHidden?.(event, before, after) !== true,
        )
        for (const { before, after } of shown)
          expect(publicChange(before, after).before).not.toBe(publicChange(before, after).after)
        const expected = documentChanges(known, events.slice(0, begin), events.slice(begin)).filter(
          ({ before, after }) => before !== after,
        )
        expect(positions(shown)).toEqual(positions(expected))
      }
    }),
    { numRuns: randomRuns(50, 400) },
  )
})
