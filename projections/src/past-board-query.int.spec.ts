import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { boardQuery, type BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import {
  challengeEvent,
  equalCriteria,
  imageName,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { currentRunAfter, storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { pastSetup, setupNow } from '@thirty/projections/testing/past-setup.ts'
import { randomChallenges } from '@thirty/projections/testing/random-challenge.ts'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { leaderboardProjection } from './leaderboard/projection.ts'
import { boardQueries, type EncodedBoard } from './leaderboard/query.ts'
import { standings } from './leaderboard/standings.ts'

/** Random challenges; docs/campaigns.md has larger numbers. */
const runs = Number(process.env['PAST_BOARD_RUNS'] ?? 20)

vi.setConfig({ testTimeout: 20_000 + runs * 1_000 })

/** Queries of the first pages; the cursors of their responses are followed. */
const queries: Record<string, unknown>[] = [
  {},
  { limit: 2 },
  { limit: 2, order: 'asc' },
  { sort: 'projects', limit: 2 },
  { sort: 'quality', order: 'asc' },
  { sort: 'streak', limit: 1 },
  { search: 'a' },
  { search: 'bob 1', sort: 'projects' },
  { around: 'me', limit: 1 },
  { around: 'me', limit: 2, order: 'asc', sort: 'streak' },
]

const textOf = ({ chunks }: EncodedBoard) => Buffer.concat(chunks).toString()

/** Returns the bodies of all pages of all queries. */
async function bodiesOf(ask: (query: Record<string, unknown>) => Promise<EncodedBoard>): Promise<string[]> {
  const bodies: string[] = []
  for (const query of queries) {
    let cursor: string | undefined
    do {
      const body = textOf(await ask({ ...query, ...(cursor && { cursor }) }))
      bodies.push(body)
      // Safe: bodies of the leaderboard.
      cursor = (JSON.parse(body) as BoardResponse).nextCursor ?? undefined
    } while (cursor !== undefined)
  }
  return bodies
}

/** The leaderboard by its live projection after some events, or in a store that has it; `asOf` in milliseconds. */
async function liveBoard(given: readonly GivenEvent[], asOf: number, known?: ReadModelStore) {
  const readModel = leaderboardProjection(currentRunAfter(given).history, 'UTC')
  const store = known ?? (await storeAfter([readModel], given))
  const { board } = boardQueries(
    standings({ store, readModel, clock: () => asOf, timeZone: 'UTC' }),
    firstHistory,
  )
  return (caller: string) => (query: Record<string, unknown>) =>
    board(boardQuery.parse(query), userIdOf(caller))
}

const pastBoardOf =
  ({ pastBoard }: Awaited<ReturnType<typeof pastSetup>>, at: string) =>
  (caller: string) =>
  (query: Record<string, unknown>) =>
    pastBoard({ ...boardQuery.parse(query), at }, userIdOf(caller))

const withoutEpoch = (bodies: readonly string[]) =>
  bodies.map((body) => body.replace(/"epoch":"[^"]*"/, '"epoch":""'))

/** The same events, in which everybody has had the name of today from the beginning. */
function withNamesOfToday(events: readonly GivenEvent[]): GivenEvent[] {
  const names = new Map<string, string>()
  const nameIn = ({ data }: GivenEvent) => (data as { fullName?: string }).fullName
  for (const event of events) {
    const name = nameIn(event)
    if (name !== undefined) names.set(event.stream, name)
  }
  return events.map((event) =>
    nameIn(event) === undefined
      ? event
      : { ...event, data: { ...(event.data as object), fullName: names.get(event.stream) } },
  )
}

test('at any position, in any order of requests, the board is that of a fold from the first event, and at the latest byte for byte the live one', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomChallenges(),
      fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
      async ({ events }, picks) => {
        const setup = await pastSetup(events)
        const today = withNamesOfToday(events)
        for (const pick of picks) {
          const count = 1 + (pick % events.length)
          const asOf = count === events.length ? setupNow : Date.parse(lastBoardTime(events.slice(0, count)))
          const scratch = await liveBoard(today.slice(0, count), asOf)
          const past = pastBoardOf(setup, `${count * 10}`)
          expect(withoutEpoch(await bodiesOf(past('Ada')))).toEqual(
            withoutEpoch(await bodiesOf(scratch('Ada'))),
          )
        }
        const live = await liveBoard(events, setupNow, setup.store)
        const past = pastBoardOf(setup, `${events.length * 10}`)
        for (const caller of ['Ada', 'Root'])
          expect(await bodiesOf(past(caller))).toEqual(await bodiesOf(live(caller)))
      },
    ),
    { numRuns: runs },
  )
})

/** The time of the last event that the leaderboard knows. */
const lastBoardTime = (events: readonly GivenEvent[]): string =>
  events.findLast(({ stream }) => stream !== 'challenge')?.at ?? ''

describe('a moment', () => {
  const startedAt = '2026-01-05T09:00:00.000Z'
  const given: GivenEvent[] = [
    personEvents('Ada').registered({}, '2026-01-05T08:00:00.000Z'),
    personEvents('Bob').registered({}, '2026-01-05T08:30:00.000Z'),
    challengeEvent('ChallengeStarted', { run: 1, startsAt: startedAt }, startedAt),
    projectEvents('Ada', 1).submitted({}, '2026-01-05T23:59:59.999Z'),
    projectEvents('Bob', 2).submitted({}, '2026-01-06T00:00:00.000Z'),
    projectEvents('Ada', 1).rated('Root', equalCriteria(5), { at: '2026-01-06T12:00:00.000Z' }),
  ]
  const boardAt = async (at: string) => {
    // Safe: a body of the leaderboard.
    const body = JSON.parse(textOf(await pastBoardOf(await pastSetup(given), at)('Ada')({}))) as BoardResponse
    return {
      points: body.data.map(({ totalPoints }) => totalPoints),
      asOf: body.asOf,
      position: body.position,
    }
  }

  test.each([
    ['the end of a day of the challenge', 'day:1', [5, 0], '40', '2026-01-05T23:59:59.999Z'],
    ['the end of a later day', 'day:2', [55, 5], '60', '2026-01-06T23:59:59.999Z'],
    ['a time', '2026-01-06T00:00:00Z', [5, 5], '50', '2026-01-06T00:00:00.000Z'],
    ['a time between two events', '2026-01-06T11:59:59.999Z', [5, 5], '50', '2026-01-06T11:59:59.999Z'],
    ['a time with an offset', '2026-01-06T13:00:00+01:00', [55, 5], '60', '2026-01-06T12:00:00.000Z'],
    ['a time after the first event', '2026-01-05T08:10:00Z', [0], '10', '2026-01-05T08:10:00.000Z'],
    ['any position', '45', [5, 0], '45', '2026-01-05T23:59:59.999Z'],
  ])('can be %s (%s)', async (_, at, points, position, asOf) => {
    expect(await boardAt(at)).toEqual({ points, position, asOf })
  })

  test.each([
    ['61', 'This position is in the future.'],
    ['99999999999999999999', 'This position is in the future.'],
    ['9', "The leaderboard doesn't go back that far."],
    ['0', "The leaderboard doesn't go back that far."],
    ['2026-01-05T07:59:59Z', "The leaderboard doesn't go back that far."],
    ['2027-01-01T00:00:00Z', 'This time is in the future.'],
  ])('%s is refused', async (at, message) => {
    await expect(boardAt(at)).rejects.toMatchObject({
      code: 'invalid-fields',
      message,
      errors: { at: { message } },
    })
  })

  test('that does not exist is malformed', async () => {
    await expect(boardAt('2026-13-05T08:00:00Z')).rejects.toMatchObject({ code: 'malformed' })
    const times = ['2026-01-05', '2026-01-05T08:00:00']
    for (const at of ['', 'yesterday', '-1', '1.5', 'day:0', 'day:31', 'day:012', ...times])
      expect(boardQuery.safeParse({ at }).success).toBe(false)
  })

  test('of a challenge that has not started is refused', async () => {
    const setup = await pastSetup([personEvents('Ada').registered()])
    await expect(pastBoardOf(setup, 'day:1')('Ada')({})).rejects.toMatchObject({ code: 'invalid-fields' })
  })
})

const ada = personEvents('Ada')
const registered = [
  challengeEvent('ChallengeStarted', { run: 1, startsAt: '2026-01-01T00:00:00.000Z' }),
  ada.registered(),
  ada.event('ProfileImageChanged', { image: imageName(2) }),
  projectEvents('Ada', 1).submitted(),
  projectEvents('Elsie', 1).submitted(),
  challengeEvent('BackupCreated', {
    backup: 'b1',
    name: 'Before',
    automatic: false,
    of: { run: 1, upTo: '50' },
  }),
]
const admin = ada.event('AdminRightsGranted', {})
const [image, own, deleted] = [
  `/uploads/${imageName(2)}`,
  ['Ada'],
  ['Deleted participant', 'Gelöschtes Konto'],
]

test.each<[who: string, since: GivenEvent[], names: string[], avatar: string | null]>([
  ['has an account', [], own, image],
  ['became an admin since then', [admin], own, image],
  ['was renamed since then', [admin, ada.event('ProfileChanged', { fullName: 'Ada L' })], ['Ada L'], image],
  ['was deleted', [ada.deleted()], deleted, null],
  ['was deleted as an admin', [admin, ada.deleted({ role: 'admin' })], deleted, null],
])(
  'a participant who %s has that name on past boards and in previews, and can be found by it',
  async (_who, since, names, avatar) => {
    const setup = await pastSetup([...registered, ...since])
    if (names === deleted) setup.log.erase(`user-${ada.id}`)
    const rowsOf = async (query: Record<string, unknown> = {}) => {
      // Safe: a body of the leaderboard.
      const { data } = JSON.parse(textOf(await pastBoardOf(setup, '50')('Bob')(query))) as BoardResponse
      return data
    }
    const shown = { name: names[0], avatar }
    const both = [shown, { name: 'Participant elsewhere', avatar: null }]
    expect(await rowsOf()).toMatchObject(both)
    expect((await setup.preview('b1'))?.top).toMatchObject(both)
    for (const search of names) expect(await rowsOf({ search })).toMatchObject([shown])
  },
)

test('a page with a name that changed has another ETag, so that no browser shows the old name from its cache', async () => {
  const setup = await pastSetup(registered)
  const versionAfter = async (...since: GivenEvent[]) => {
    const { store } = await pastSetup([...registered, ...since])
    const liveBuild: ReadModelStore['liveBuild'] = async (readModel) => {
      const live = await store.liveBuild(readModel)
      return live && { ...live, epoch: 'e1' }
    }
    Object.assign(setup.store, store, { liveBuild })
    return (await pastBoardOf(setup, '50')('Bob')({})).etag
  }
  const later = projectEvents('Ada', 2).submitted()
  const renamed = ada.event('ProfileChanged', { fullName: 'Ada L' })
  const [first, unchanged, ...changed] = [
    await versionAfter(),
    await versionAfter(later),
    await versionAfter(later, renamed),
    await versionAfter(later, renamed, ada.deleted()),
  ]
  expect(unchanged).toBe(first)
  expect(new Set([first, ...changed]).size).toBe(3)
})

test('a page loads the people of today on it, and not everybody who takes part', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `P${String.fromCodePoint(256 + index)}`)
  const setup = await pastSetup(
    names.flatMap((name) => [personEvents(name).registered(), projectEvents(name, 1).submitted()]),
  )
  const load = vi.spyOn(setup.store, 'load')
  const ask = pastBoardOf(setup, '1200')('Ada')
  // Safe: a body of the leaderboard.
  const { data } = JSON.parse(textOf(await ask({ limit: 5 }))) as BoardResponse
  expect(data).toHaveLength(5)
  const loaded = new Set(load.mock.calls.flatMap(([, ids]) => ids))
  expect(loaded.size).toBeLessThan(10)
})
