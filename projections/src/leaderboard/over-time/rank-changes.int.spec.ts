import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { communityEndpoints } from '@thirty/contracts/community/api.ts'
import { expect, test } from 'vitest'
import {
  challengeEvent,
  userIdOf,
  personEvents,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { movingStore } from '@thirty/projections/testing/moving-board.ts'
import { askAfter } from '@thirty/projections/testing/read-model-server.ts'
import { leaderboardProjection } from '../projection.ts'
import { standings } from '../standings.ts'
import { rankChanges } from './daily-ranks.ts'

const timeOn = (day: number) => `2026-01-${String(day).padStart(2, '0')}T12:00:00.000Z`
const registered = (name: string) => personEvents(name).registered({}, timeOn(5))
const submitted = (name: string, day: number, on: number) =>
  projectEvents(name, day).submitted({}, timeOn(on))

type SetUp = { today?: number; timeZone?: string }

async function setUp(given: readonly GivenEvent[], { today = 7, timeZone = 'UTC' }: SetUp = {}) {
  const readModel = leaderboardProjection(firstHistory, timeZone)
  const { store, state, add } = await movingStore(readModel, given)
  const time = { now: Date.parse(timeOn(today)) }
  const query = rankChanges(standings({ store, readModel, clock: () => time.now, timeZone }))
  return { query, state, time, add }
}

/** Returns the changes as text: "2026-01-06 20 Bob leads", "2026-01-06 20 Cleo 3 (+2)". */
async function changesOf(given: readonly GivenEvent[], options?: SetUp): Promise<string[]> {
  const { query } = await setUp(given, options)
  const names = new Map(given.flatMap(({ data }) => nameIn(data)).map((name) => [userIdOf(name), name]))
  return (await query()).map((change) => {
    const start = `${change.at.slice(5, 16)} ${change.position} ${names.get(change.person)}`
    return change.what === 'moved-up' ? `${start} ${change.rank} (+${change.places})` : `${start} leads`
  })
}
const nameIn = (data: unknown): string[] =>
  typeof data === 'object' && data !== null && 'fullName' in data ? [String(data.fullName)] : []

const people = ['Ada', 'Bob', 'Cleo'].map(registered)

const ada1 = submitted('Ada', 1, 5)
const bobLeads = [submitted('Bob', 1, 6), submitted('Bob', 2, 6)]
const late = [submitted('Bob', 1, 9), submitted('Bob', 2, 9)]
const adaLeads = '01-06T00:00 40 Ada leads'

test.each<[string, GivenEvent[], string[], SetUp?]>([
  ['who took the lead', [ada1, ...bobLeads, submitted('Cleo', 1, 6)], [adaLeads, '01-07T00:00 70 Bob leads']],
  [
    'only the last leader of a date',
    [ada1, ...bobLeads, ...[1, 2, 3].map((day) => submitted('Cleo', day, 6))],
    [adaLeads, '01-07T00:00 90 Cleo leads'],
  ],
  [
    'who moved up without the lead, with the rank and the number of places',
    [
      ada1,
      submitted('Ada', 2, 5),
      submitted('Bob', 1, 5),
      submitted('Cleo', 1, 6),
      projectEvents('Cleo', 1).rated('Root', equalCriteria(0.1), { at: timeOn(6) }),
    ],
    ['01-06T00:00 60 Ada leads', '01-07T00:00 80 Cleo 2 (+1)'],
  ],
  ['nothing of a date that has not ended', [ada1, ...late], [adaLeads], { today: 9 }],
  ['nothing of dates without points', [ada1, ...late], [adaLeads, '01-10T00:00 60 Bob leads'], { today: 20 }],
  [
    'dates in the time zone of the challenge',
    [projectEvents('Ada', 1).submitted({}, '2026-01-05T23:30:00.000Z')],
    ['01-06T23:00 40 Ada leads'],
    { timeZone: 'Europe/Berlin' },
  ],
])('tells at the end of a date %s', async (_, events, changes, options) => {
  expect(await changesOf([...people, ...events], options)).toEqual(changes)
})

test('small moves below the tenth rank are left out, large ones are not', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `P${index}`)
  const first = [...names.map(registered), ...names.slice(0, 16).map((name) => submitted(name, 1, 5))]
  const second = names.slice(0, 12).map((name) => submitted(name, 2, 5))
  const atTheEnd = [...first, ...second]
  // Rank 16 with two places more, and rank 13 with five places more.
  const small = [...atTheEnd, submitted('P17', 1, 6)]
  expect((await changesOf(small)).filter((change) => change.startsWith('01-07'))).toEqual([])
  const large = [...atTheEnd, submitted('P17', 1, 6), submitted('P17', 2, 6)]
  expect((await changesOf(large)).filter((change) => change.startsWith('01-07'))).toEqual([
    '01-07T00:00 500 P17 13 (+5)',
  ])
})

test('scans the participants once for a date, and again when late events of the date may have arrived', async () => {
  const given = [...people, ada1]
  const lateEvents = [submitted('Bob', 1, 5), submitted('Bob', 2, 5)]
  const { query, state, time, add } = await setUp(given)
  time.now = Date.parse('2026-01-06T00:05:00.000Z')
  await Promise.all([query(), query()])
  const perResult = state.scans
  await query()
  expect(state.scans).toBe(perResult)
  await add(...lateEvents)
  expect(await query()).toMatchObject([{ person: userIdOf('Ada') }])
  time.now += 61_000
  expect(await query()).toMatchObject([{ person: userIdOf('Bob') }])
  // An event of the next date: all of the date have arrived.
  await add(submitted('Cleo', 1, 6))
  for (const scans of [3 * perResult, 3 * perResult]) {
    time.now += 61_000
    await query()
    expect(state.scans).toBe(scans)
  }
})

test('changes are others on the next date, and after the log was put back', async () => {
  const { query, state, time, add } = await setUp([...people, ada1, ...bobLeads], { today: 6 })
  const leaders = async () => (await query()).map(({ person }) => person)
  expect(await leaders()).toEqual([userIdOf('Ada')])
  time.now = Date.parse(timeOn(7))
  expect(await leaders()).toEqual(['Ada', 'Bob'].map(userIdOf))
  state.epoch = 'e2'
  await add(...[1, 2, 3].map((day) => submitted('Cleo', day, 6)))
  expect(await leaders()).toEqual(['Ada', 'Cleo'].map(userIdOf))
})

test('who took the lead by what a freeze hides is told to admins only', async () => {
  const frozenAt = '2026-01-04T12:00:00.000Z'
  const ask = await askAfter([
    personEvents('Root').registered({ role: 'admin' }, timeOn(2)),
    ...['Ada', 'Bob'].map((name) => personEvents(name).registered({}, timeOn(2))),
    ...['Ada', 'Bob'].map((name) => submitted(name, 1, 3)),
    challengeEvent('LeaderboardFrozen', { run: 1, frozenAt }, frozenAt),
    projectEvents('Bob', 1).rated('Root', equalCriteria(5), { at: '2026-01-04T13:00:00.000Z' }),
  ])
  const leadersFor = async (reader: string) => {
    const { items } = await ask(communityEndpoints.feed, reader)
    return items.flatMap((item) => (item.what === 'took-the-lead' ? item.person.name : []))
  }
  expect(await leadersFor('Ada')).toEqual(['Ada'])
  expect(await leadersFor('Root')).toEqual(['Bob', 'Ada'])
})
