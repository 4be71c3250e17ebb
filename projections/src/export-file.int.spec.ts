import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import type { ExportFilter } from '@thirty/contracts/exports/api.ts'
import { expect, test } from 'vitest'
import {
  equalCriteria,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '../testing/event-builders.ts'
import { contextWith } from '@thirty/projections/testing/run-context.ts'
import { countingStore } from '../testing/counting-store.ts'
import { storeAfter } from '../testing/fold-events.ts'
import { exportFile } from './export-file.ts'
import { exportedUsers } from './people/endpoints.ts'
import { peopleProjection } from './people/projection.ts'
import { exportedProjects } from './projects/endpoints.ts'
import { exportedRatings } from './projects/ratings/query.ts'
import { projectionsOfRun } from './run-context.ts'

const textOf = async (content: AsyncIterable<string>) => (await Array.fromAsync(content)).join('')

const { projects: readModel } = projectionsOfRun(firstHistory, 'UTC')
const submittedDays = async (ids: readonly string[]) => ids.map(() => [])
const usersAfter = async (given: readonly GivenEvent[]) =>
  exportedUsers(
    contextWith({ store: await storeAfter([peopleProjection], given), contributions: { submittedDays } }),
  )

test('an export of more accounts than fit into one part has each account once, in the order of registration', async () => {
  const names = Array.from({ length: 1_100 }, (_, index) => `u${index}`)
  const table = await usersAfter(names.map((name) => personEvents(name).registered()))
  const parts = await Array.fromAsync(table.parts())
  expect(Math.max(...parts.map((rows) => rows.length))).toBe(500)
  expect(parts.flat().map(({ id }) => id)).toEqual(names.map(userIdOf))
  const json = JSON.parse(await textOf(exportFile('users', 'json', table).content)) as { users: unknown[] }
  expect(json.users).toHaveLength(1_100)
  expect((await textOf(exportFile('users', 'csv', table).content)).split('\r\n')).toHaveLength(1_102)
})

test.each([[{}], [{ status: 'active' }], [{ search: 'u1' }]] as const)(
  'an export of accounts with the filter %j reads each account once',
  async (filter) => {
    const people = Array.from({ length: 1_100 }, (_, index) => personEvents(`u${index}`).registered())
    const store = await storeAfter([peopleProjection], people)
    const { counted, work } = countingStore(() => store)
    const context = contextWith({ store: counted, contributions: { submittedDays } })
    await Array.fromAsync(exportedUsers(context).parts(filter))
    expect(work).toMatchObject({ documents: people.length, entries: people.length })
  },
)

test('an export of accounts says the role of each admin', async () => {
  const table = await usersAfter([
    personEvents('Ines').registered({ role: 'admin' }),
    personEvents('Vera').registered({ role: 'admin', adminRole: 'viewer' }),
    personEvents('Ada').registered(),
  ])
  const rows = await Array.fromAsync(table.parts())
  expect(rows.flat().map(({ role }) => role)).toEqual(['owner', 'viewer', 'participant'])
})

test('an export of accounts has only the accounts that its filter keeps', async () => {
  const table = await usersAfter([
    ...['Ada', 'Bob'].map((name) => personEvents(name).registered()),
    personEvents('Bob').status('inactive'),
  ])
  const kept = async (filter: ExportFilter) =>
    (await Array.fromAsync(table.parts(filter))).flat().map(({ id }) => id)
  expect(await kept({})).toEqual([userIdOf('Ada'), userIdOf('Bob')])
  expect(await kept({ status: 'inactive' })).toEqual([userIdOf('Bob')])
  expect(await kept({ search: 'ADA@' })).toEqual([userIdOf('Ada')])
})

test('an export of projects has only the projects that its filter keeps', async () => {
  const [kanban, clock, poll] = [projectEvents('Maya', 1), projectEvents('Maya', 2), projectEvents('Tom', 1)]
  const given = [
    kanban.submitted({ projectName: 'Kanban' }),
    clock.submitted({ projectName: 'Clock' }),
    poll.submitted({ projectName: 'Clock of polls' }),
    kanban.approved(),
  ]
  const table = exportedProjects({ store: await storeAfter([readModel], given), readModel })
  const kept = async (filter: ExportFilter) =>
    (await Array.fromAsync(table.parts(filter))).flat().map(({ id }) => id)
  expect(await kept({})).toEqual([kanban.id, clock.id, poll.id])
  expect(await kept({ user: userIdOf('Maya') })).toEqual([kanban.id, clock.id])
  expect(await kept({ status: 'approved' })).toEqual([kanban.id])
  expect(await kept({ search: 'clock' })).toEqual([clock.id, poll.id])
})

test('an export has the latest rating of each rater, and none of a project that was withdrawn', async () => {
  const [kanban, clock] = [projectEvents('Maya', 1), projectEvents('Maya', 2)]
  const store = await storeAfter(
    [readModel],
    [
      kanban.submitted(),
      kanban.rated('Ines', equalCriteria(2)),
      kanban.rated('Ines', equalCriteria(4)),
      clock.submitted(),
      clock.rated('Ines', equalCriteria(5)),
      clock.withdrawn(),
      clock.submitted(),
    ],
  )
  const personSummaries = async () => (id: string) => ({ id, name: 'Ines', username: null, avatar: null })
  const rows = (await Array.fromAsync(exportedRatings({ store, readModel, personSummaries }).parts())).flat()
  expect(rows).toMatchObject([{ projectId: kanban.id, day: 1, average: 4, design: 4, official: true }])
})

test.each(['csv', 'json'] as const)(
  'an export as %s of long texts is made in small pieces',
  async (format) => {
    const text = `=1,'"\t${"'".repeat(5_000)}`
    const rows = Array.from({ length: 500 }, (_, id) => ({ id, text }))
    const table = {
      columns: { id: 'Id', text: 'Text' },
      parts: () =>
        (async function* () {
          yield rows
        })(),
    }
    const pieces = await Array.fromAsync(exportFile('ratings', format, table).content)
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(500 * 1_000)
    expect(pieces.length).toBeGreaterThan(20)
    const file = pieces.join('')
    const texts =
      format === 'json' ? (JSON.parse(file) as { ratings: unknown[] }).ratings : file.split('\r\n').slice(2)
    expect(texts).toHaveLength(rows.length)
  },
)

test('an export without rows is a complete file', async () => {
  const empty = { columns: { id: 'Id' }, parts: () => (async function* () {})() }
  expect(JSON.parse(await textOf(exportFile('projects', 'json', empty).content))).toEqual({ projects: [] })
  expect(await textOf(exportFile('projects', 'csv', empty).content)).toBe('\uFEFF"Id"\r\n')
})
