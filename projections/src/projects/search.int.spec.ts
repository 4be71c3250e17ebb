import { projectsQuery } from '@thirty/contracts/api/projects/projects.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { beforeAll, expect, test } from 'vitest'
import { maxScanned } from '../newest-first.ts'
import { userIdOf, projectEvents, storeAfter } from '@thirty/projections/testing/event-builders.ts'
import { projectQueries, type ProjectQueries } from './query.ts'
import { projectsProjection } from './projection.ts'

const view = projectsProjection(1)
const admin = { id: userIdOf('Root'), isAdmin: true }
const people = 400
/** More than a search looks through at once, and a needle at each end. */
const story = Array.from({ length: people * totalDays }, (_, at) =>
  projectEvents(`P${Math.floor(at / totalDays)}`, (at % totalDays) + 1).submitted(
    { projectName: at === 0 || at === people * totalDays - 1 ? 'Needle' : 'Hay', languages: 'Rust' },
    new Date(Date.parse('2026-01-05T00:00:00.000Z') + at * 1000).toISOString(),
  ),
)
const [oldest, newest] = [projectEvents('P0', 1).id, projectEvents(`P${people - 1}`, totalDays).id]

const work = { documents: 0 }
let queries: ProjectQueries
beforeAll(async () => {
  const store = await storeAfter([view], story)
  const range: ReadModelStore['range'] = async (key, index, window) => {
    const found = await store.range(key, index, window)
    work.documents += found.length
    // As the store's own answer.
    return found as never
  }
  queries = projectQueries({ store: { ...store, range }, readModel: view, run: 1 })
})

/** A page of all projects, and how many documents were read for it. */
async function ask(query: Record<string, unknown>) {
  work.documents = 0
  const answer = await queries.all(projectsQuery.parse(query), admin)
  return { ...answer, looked: work.documents }
}
const idsOf = ({ projects }: { projects: { _id: string }[] }) => projects.map(({ _id }) => _id)

test('a search looks through so many projects at once and no more, and says so', async () => {
  const first = await ask({ search: 'needle' })
  expect(idsOf(first)).toEqual([newest])
  expect(first.counts).toMatchObject({ all: 1, submitted: 1, atLeast: true })
  expect(first.looked).toBe(2 * maxScanned)
  expect(first.nextCursor).not.toBeNull()
  const second = await ask({ search: 'needle', cursor: first.nextCursor })
  expect([idsOf(second), second.nextCursor]).toEqual([[oldest], null])
})

test('a search that finds nothing comes to its end all the same', async () => {
  const first = await ask({ search: 'nowhere' })
  const second = await ask({ search: 'nowhere', cursor: first.nextCursor })
  expect([...idsOf(first), ...idsOf(second), second.nextCursor]).toEqual([null])
})

test('a search of one day looks at that day, and its counts are whole', async () => {
  const { counts, looked, nextCursor } = await ask({ search: 'needle', day: 1 })
  expect([counts, looked, nextCursor]).toEqual([
    { all: 1, submitted: 1, approved: 0, rejected: 0 },
    2 * people,
    null,
  ])
})

test('without words a page costs what it shows, wherever it is, and is counted whole', async () => {
  const first = await ask({ limit: 200 })
  const second = await ask({ limit: 200, cursor: first.nextCursor })
  // One more, to find where it goes on.
  expect([first.looked, second.looked]).toEqual([201, 202])
  expect(second.counts).toEqual({ all: story.length, submitted: story.length, approved: 0, rejected: 0 })
})

test('what many match fills its page from the newest ones', async () => {
  const { projects, looked } = await ask({ language: 'rust', limit: 100, status: 'submitted' })
  expect(projects).toHaveLength(100)
  // The page itself, up to the slice in which it is full, and what is counted.
  expect(looked).toBe(128 + maxScanned)
})
