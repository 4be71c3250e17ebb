import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { peopleEndpoints } from '@thirty/contracts/accounts/people-api.ts'
import { expect, test } from 'vitest'
import { allPages } from '@thirty/projections/testing/all-pages.ts'
import { currentStore } from '@thirty/projections/testing/counting-store.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { peopleQueriesOver } from '@thirty/projections/testing/people-queries.ts'
import { personEvents, projectEvents, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { peopleProjection } from './people/projection.ts'
import { ownersIndex, ownerIds } from './projects/owner.ts'
import { projectsProjection } from './projects/projection.ts'

const projection = peopleProjection
const namesOf = (people: { fullName: string }[]) => people.map(({ fullName }) => fullName)

const inOrder = [
  ...['Žofia', 'ada', 'Eve', 'Bob', 'Ádám'].map((fullName, at) =>
    personEvents(`P${at}`).registered({ fullName }, `2026-01-0${at + 1}T12:00:00.000Z`),
  ),
  personEvents('P4').status('inactive'),
  personEvents('P1').status('inactive'),
  projectEvents('P2', 1).submitted(),
  projectEvents('P2', 2).submitted(),
  projectEvents('P3', 1).submitted(),
]
const projects = projectsProjection(firstHistory)

/** Returns queries of a list of five people, and a function that appends events. */
async function peopleInOrder() {
  let store = await storeAfter([projection, projects], inOrder)
  const { list } = peopleQueriesOver(
    currentStore(() => store),
    {
      log: { ...fakeEventLog(), head: async () => 0n },
      submissionCounts: () => ({ readModel: projects, indexFor: ownersIndex, userOf: ownerIds.subject }),
    },
  )
  const append = async (...events: GivenEvent[]) => {
    store = await storeAfter([projection, projects], [...inOrder, ...events])
  }
  return { list, append }
}

const orders = [
  { sort: 'joined', order: 'asc', names: ['Žofia', 'ada', 'Eve', 'Bob', 'Ádám'] },
  { sort: 'name', order: 'asc', names: ['ada', 'Ádám', 'Bob', 'Eve', 'Žofia'] },
  { sort: 'submissions', order: 'asc', names: ['Žofia', 'ada', 'Ádám', 'Bob', 'Eve'] },
] as const

test.each(
  orders.flatMap((entry) => [entry, { ...entry, order: 'desc', names: entry.names.toReversed() } as const]),
)('lists accounts by $sort, $order, page by page', async ({ sort, order, names }) => {
  const { list } = await peopleInOrder()
  const pages = await allPages((from) => list({ limit: 2, sort, order, ...from }))
  expect(namesOf(pages.flatMap(({ people }) => people))).toEqual(names)
  const inactive = await list({ limit: 9, sort, order, status: 'inactive' })
  expect(namesOf(inactive.people)).toEqual(names.filter((name) => ['ada', 'Ádám'].includes(name)))
  const searched = await list({ limit: 9, sort, order, search: 'AD' })
  expect(namesOf(searched.people)).toEqual(names.filter((name) => ['ada', 'Ádám'].includes(name)))
})

test('a page by name continues after its last name, even if accounts are renamed, added or deleted in between', async () => {
  const { list, append } = await peopleInOrder()
  const query = { limit: 2, sort: 'name', order: 'asc' } as const
  const { nextCursor } = await list(query)
  await append(
    personEvents('P4').event('ProfileChanged', { fullName: 'Zed' }),
    personEvents('P1').deleted(),
    personEvents('New').registered({ fullName: 'Aaron' }),
  )
  const next = await list({ ...query, limit: 9, cursor: nextCursor ?? '' })
  expect(namesOf(next.people)).toEqual(['Bob', 'Eve', 'Zed', 'Žofia'])
})

test('a cursor of one order is refused in another', async () => {
  const { list } = await peopleInOrder()
  const { nextCursor } = await list({ limit: 2, sort: 'name', order: 'asc' })
  const refused = list({ limit: 2, sort: 'name', order: 'desc', cursor: nextCursor ?? '' })
  await expect(refused).rejects.toMatchObject({ code: 'malformed' })
})

test('the cursor of the longest name is short enough to be sent back', async () => {
  const letters = '\u{1d525}'.repeat(60)
  const long = ['P8', 'P9'].map((name) => personEvents(name).registered({ fullName: `愛${letters}` }))
  const { list, append } = await peopleInOrder()
  await append(...long)
  const { nextCursor } = await list({ limit: 1, sort: 'name', order: 'desc' })
  expect(peopleEndpoints.list.query.safeParse({ cursor: nextCursor }).success).toBe(true)
})
