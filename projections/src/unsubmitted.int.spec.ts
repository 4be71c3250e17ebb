import type { RegistrationPosition, UnsubmittedQuery } from '@thirty/contracts/notifications/unsubmitted.ts'
import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { leaderboardProjection } from './leaderboard/projection.ts'
import { contributions } from './leaderboard/standings.ts'
import { peopleProjection } from './people/projection.ts'
import {
  userIdOf,
  personEvents,
  projectEvents,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { contextWith } from '@thirty/projections/testing/run-context.ts'
import { unsubmitted } from './unsubmitted.ts'

const [people, board] = [peopleProjection, leaderboardProjection(firstHistory)]
const noon = '2026-01-05T12:00:00.000Z'
const before = Date.parse('2026-01-06T00:00:00Z')

/** Somebody who registers and confirms the email address. */
const registered = (name: string, at?: string) => {
  const person = personEvents(name)
  return [person.registered({}, at), person.confirmed()]
}

async function after(...given: GivenEvent[]) {
  const store = await storeAfter([people, board], given)
  const ofBoard = contributions({ store, readModel: board, clock: () => before, timeZone: 'UTC' })
  const parts = { store, readModels: { leaderboard: board }, history: firstHistory, contributions: ofBoard }
  const find = unsubmitted(contextWith(parts))
  const ask = (query: Partial<UnsubmittedQuery> = {}) =>
    find({ wants: 'email', run: 1, day: 4, before, limit: 50, ...query })
  const names = async (query: Partial<UnsubmittedQuery> = {}) =>
    (await ask(query)).people.map(({ fullName }) => fullName)
  return { ask, names }
}

test('finds a participant without a project for the day, with the email address', async () => {
  const { ask } = await after(...registered('Ana'))
  expect(await ask()).toEqual({
    people: [{ id: userIdOf('Ana'), email: 'Ana@example.org', fullName: 'Ana', language: null }],
    upTo: { at: noon, position: expect.stringMatching(/^\d+$/) },
  })
})

const ana = personEvents('Ana')
const prefers = (email: boolean, push: boolean) =>
  ana.event('PreferencesChanged', { notifications: { email, push, newsletter: false } })
const day4 = projectEvents('Ana', 4)

test.each<[who: string, given: GivenEvent[], byEmail: boolean, byPush: boolean]>([
  ['has a project for the day', [day4.submitted()], false, false],
  ['has some for other days', [3, 5].map((day) => projectEvents('Ana', day).submitted()), true, true],
  ['has withdrawn the project', [day4.submitted(), day4.withdrawn()], true, true],
  ['wants no emails', [prefers(false, true)], false, true],
  ['wants no push messages', [prefers(true, false)], true, false],
  ['wants both again', [prefers(false, false), prefers(true, true)], true, true],
  ['is not active', [ana.status('inactive')], false, false],
  ['has become an admin', [ana.event('AdminRightsGranted', {})], false, false],
  ['was deleted', [ana.deleted()], false, false],
])('who %s gets a reminder or none', async (_who, given, byEmail, byPush) => {
  const { names } = await after(...registered('Ana'), prefers(true, true), ...given)
  expect(await names()).toEqual(byEmail ? ['Ana'] : [])
  expect(await names({ wants: 'push' })).toEqual(byPush ? ['Ana'] : [])
})

test('a project counts for its participant, also behind an account that gets no reminder', async () => {
  const given = [personEvents('Ben').registered(), ...registered('Ana'), ...registered('Cleo')]
  const { names } = await after(...given, day4.submitted())
  expect(await names()).toEqual(['Cleo'])
})

test('leaves out accounts whose email address is not confirmed, except of push messages', async () => {
  const provider = ana.event('SignInProviderLinked', { provider: 'github', subject: '1' })
  const otherAddress = ana.event('EmailConfirmed', { email: 'old@example.org' })
  for (const [given, found] of [
    [[], []],
    [[otherAddress], []],
    [[provider], ['Ana']],
  ] as const) {
    const { names } = await after(ana.registered(), prefers(true, true), ...given)
    expect(await names()).toEqual(found)
    expect(await names({ wants: 'push' })).toEqual(['Ana'])
  }
})

test('leaves out accounts that registered too late', async () => {
  const { names } = await after(...registered('Ana'), ...registered('Ben', noon))
  expect(await names({ before: Date.parse(noon) })).toEqual([])
  expect(await names({ before: Date.parse(noon) + 1 })).toEqual(['Ana', 'Ben'])
})

test.for([1, 2, 3, 7, 50])(
  'pages of %i return each participant once, including participants who registered in the same millisecond',
  async (limit) => {
    const allNames = Array.from({ length: 20 }, (_, index) => `P${String.fromCodePoint(65 + index)}`)
    // Five participants register in each millisecond.
    const registeredAt = (index: number) => new Date(Date.parse(noon) + Math.floor(index / 5)).toISOString()
    const { ask } = await after(...allNames.flatMap((name, index) => registered(name, registeredAt(index))))
    const found: string[] = []
    let last: RegistrationPosition | undefined
    for (let pages = 0; pages <= 21; pages += 1) {
      const page = await ask({ limit, after: last })
      if (page.upTo === undefined) break
      expect(pages).toBeLessThan(21)
      found.push(...page.people.map(({ fullName }) => fullName))
      last = page.upTo
    }
    expect(found).toEqual(allNames)
  },
)

test('continues after an account that was deleted in between', async () => {
  const given = ['Ana', 'Ben', 'Cleo'].flatMap((name) => registered(name))
  const first = await (await after(...given)).ask({ limit: 2 })
  const { names } = await after(...given, personEvents('Ben').deleted())
  expect(await names({ after: first.upTo })).toEqual(['Cleo'])
})

test('throws for a run that is not shown', async () => {
  const { ask } = await after(...registered('Ana'))
  await expect(ask({ run: 2 })).rejects.toThrow(ReadModelNotBuilt)
})
