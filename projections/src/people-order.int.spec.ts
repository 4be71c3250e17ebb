import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { peopleEndpoints } from '@thirty/contracts/accounts/people-api.ts'
import { expect, test } from 'vitest'
import { allPages } from '@thirty/projections/testing/all-pages.ts'
import { peopleQueriesOver } from '@thirty/projections/testing/people-queries.ts'
import { personEvents, projectEvents, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { peopleProjection } from './people/projection.ts'
import { ownersIndex, ownerIds } from './projects/owner.ts'
import { projectsProjection } from './projects/projection.ts'

const projects = projectsProjection(firstHistory)
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

/** Returns the query of a list of five people, of whom more has happened. */
async function listAfter(...events: GivenEvent[]) {
  const store = await storeAfter([peopleProjection, projects], [...inOrder, ...events])
  return peopleQueriesOver(store, {
    submissionsIndex: (status) => ({
      readModel: projects,
      index: ownersIndex(status),
      userOf: ownerIds.subject,
    }),
  }).list
}
const namesOf = (people: { fullName: string }[]) => people.map(({ fullName }) => fullName)

const orders = [
  { sort: 'joined', order: 'asc', names: ['Žofia', 'ada', 'Eve', 'Bob', 'Ádám'] },
  { sort: 'name', order: 'asc', names: ['ada', 'Ádám', 'Bob', 'Eve', 'Žofia'] },
  { sort: 'submissions', order: 'asc', names: ['Žofia', 'ada', 'Ádám', 'Bob', 'Eve'] },
] as const

test.each(
  orders.flatMap((entry) => [entry, { ...entry, order: 'desc', names: entry.names.toReversed() } as const]),
)('lists accounts by $sort, $order, page by page', async ({ sort, order, names }) => {
  const list = await listAfter()
  const pages = await allPages((from) => list({ limit: 2, sort, order, ...from }))
  expect(namesOf(pages.flatMap(({ people }) => people))).toEqual(names)
  const both = names.filter((name) => ['ada', 'Ádám'].includes(name))
  for (const filter of [{ status: 'inactive' }, { search: 'AD' }] as const)
    expect(namesOf((await list({ limit: 2, sort, order, ...filter })).people)).toEqual(both)
})

test('a cursor of one order is refused in another', async () => {
  const list = await listAfter()
  const { nextCursor } = await list({ limit: 2, sort: 'name', order: 'asc' })
  const refused = list({ limit: 2, sort: 'name', order: 'desc', cursor: nextCursor ?? '' })
  await expect(refused).rejects.toMatchObject({ code: 'malformed' })
})

test('the cursor of the longest name is short enough to be sent back', async () => {
  const fullName = `愛${'\u{1d525}'.repeat(60)}`
  const list = await listAfter(...['P8', 'P9'].map((name) => personEvents(name).registered({ fullName })))
  const { nextCursor } = await list({ limit: 1, sort: 'name', order: 'desc' })
  expect(peopleEndpoints.list.query.safeParse({ cursor: nextCursor }).success).toBe(true)
})
