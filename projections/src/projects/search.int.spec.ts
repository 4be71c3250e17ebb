import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { projectsQuery } from '@thirty/contracts/projects/api.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { beforeAll, expect, test } from 'vitest'
import { maxScanned } from '../document-reads.ts'
import { userIdOf, projectEvents } from '@thirty/projections/testing/event-builders.ts'
import { countingStore } from '@thirty/projections/testing/counting-store.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { projectQueries } from './query.ts'
import { projectsProjection } from './projection.ts'

const projection = projectsProjection(firstHistory)
const admin = { id: userIdOf('Root'), isAdmin: true }
const people = 400
/** More projects than a search scans at once; the oldest and the newest one match. */
const given = Array.from({ length: people * totalDays }, (_, at) =>
  projectEvents(`P${Math.floor(at / totalDays)}`, (at % totalDays) + 1).submitted(
    { projectName: at === 0 || at === people * totalDays - 1 ? 'Needle' : 'Hay', languages: 'Rust' },
    new Date(Date.parse('2026-01-05T00:00:00.000Z') + at * 1000).toISOString(),
  ),
)
const [oldest, newest] = [projectEvents('P0', 1).id, projectEvents(`P${people - 1}`, totalDays).id]

let store: ReadModelStore
beforeAll(async () => {
  store = await storeAfter([projection], given)
})

/** Returns a page of all projects, and the number of documents loaded for it. */
async function search(query: Record<string, unknown>) {
  const { counted, work } = countingStore(() => store)
  const queries = projectQueries({ store: counted, readModel: projection, history: firstHistory })
  const answer = await queries.all(projectsQuery.parse(query), admin)
  return { ...answer, loaded: work.documents }
}
/** What a card needs besides its project: the owner, and whether the reader likes it. */
const documentsOfCard = 2
const idsOf = ({ projects }: { projects: { _id: string }[] }) => projects.map(({ _id }) => _id)

test('a search scans a limited number of projects for a page, and says that there may be more', async () => {
  const first = await search({ search: 'needle' })
  expect(idsOf(first)).toEqual([newest])
  expect(first.counts).toMatchObject({ all: 1, submitted: 1, atLeast: true })
  expect(first.loaded).toBe(2 * maxScanned + documentsOfCard)
  expect(first.nextCursor).not.toBeNull()
  const second = await search({ search: 'needle', cursor: first.nextCursor })
  expect([idsOf(second), second.nextCursor]).toEqual([[oldest], null])
})

test('a search of one day scans only that day, and counts all matches', async () => {
  const { counts, loaded, nextCursor } = await search({ search: 'needle', day: 1 })
  expect([counts, loaded, nextCursor]).toEqual([
    { all: 1, submitted: 1, approved: 0, rejected: 0 },
    2 * people + documentsOfCard,
    null,
  ])
})
