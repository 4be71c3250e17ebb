import type { RegistrationPosition, UnsubmittedQuery } from '@thirty/contracts/notifications/unsubmitted.ts'
import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { leaderboardProjection } from './leaderboard/projection.ts'
import { peopleProjection } from './people/projection.ts'
import {
  userIdOf,
  personEvents,
  projectEvents,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { unsubmitted } from './unsubmitted.ts'

const [people, board] = [peopleProjection, leaderboardProjection(firstHistory)]
const noon = '2026-01-05T12:00:00.000Z'
const before = Date.parse('2026-01-06T00:00:00Z')

/** Confirms the email address of everybody who registers. */
const withConfirmedEmail = (event: GivenEvent): GivenEvent[] =>
  event.type === 'UserRegistered' ? [event, confirmed(event)] : [event]

const confirmed = ({ stream, data }: GivenEvent): GivenEvent => ({
  stream,
  type: 'EmailConfirmed',
  // Safe: the data of UserRegistered has the address.
  data: { email: (data as { email: string }).email },
})

async function after(givenEvents: GivenEvent[], confirm = withConfirmedEmail) {
  const store = await storeAfter([people, board], givenEvents.flatMap(confirm))
  const ask = unsubmitted({ store, board, history: firstHistory })
  const names = async (query: Partial<UnsubmittedQuery> = {}) =>
    (await ask({ wants: 'email', run: 1, day: 4, before, limit: 50, ...query })).people.map(
      ({ fullName }) => fullName,
    )
  return { ask, names }
}
const emailPreference = (email: boolean): GivenEvent =>
  personEvents('Ana').event('PreferencesChanged', { notifications: { email, push: true, newsletter: false } })

test('finds a participant without a project for the day, with the email address', async () => {
  const { ask } = await after([personEvents('Ana').registered()])
  expect(await ask({ wants: 'email', run: 1, day: 4, before, limit: 50 })).toEqual({
    people: [{ id: userIdOf('Ana'), email: 'Ana@example.org', fullName: 'Ana', language: null }],
    upTo: { at: noon, position: expect.stringMatching(/^\d+$/) },
  })
})

test('a project for another day or a withdrawn project does not count', async () => {
  const ana = personEvents('Ana').registered()
  expect(await (await after([ana, projectEvents('Ana', 4).submitted()])).names()).toEqual([])
  expect(await (await after([ana, projectEvents('Ana', 3).submitted()])).names()).toEqual(['Ana'])
  const withdrawn = [ana, projectEvents('Ana', 4).submitted(), projectEvents('Ana', 4).withdrawn()]
  expect(await (await after(withdrawn)).names()).toEqual(['Ana'])
})

test('leaves out accounts that want no emails, are not active, are admins or were deleted', async () => {
  const ana = personEvents('Ana').registered()
  expect(await (await after([ana, emailPreference(false)])).names()).toEqual([])
  expect(await (await after([ana, emailPreference(false), emailPreference(true)])).names()).toEqual(['Ana'])
  expect(await (await after([ana, personEvents('Ana').status('inactive')])).names()).toEqual([])
  expect(await (await after([personEvents('Ana').registered({ role: 'admin' })])).names()).toEqual([])
  expect(await (await after([ana, personEvents('Ana').deleted()])).names()).toEqual([])
})

test('leaves out accounts whose email address is not confirmed', async () => {
  const ana = personEvents('Ana')
  const asGiven = (event: GivenEvent) => [event]
  const provider = ana.event('SignInProviderLinked', { provider: 'github', subject: '1' })
  const otherAddress = ana.event('EmailConfirmed', { email: 'old@example.org' })
  expect(await (await after([ana.registered()], asGiven)).names()).toEqual([])
  expect(await (await after([ana.registered(), otherAddress], asGiven)).names()).toEqual([])
  expect(await (await after([ana.registered(), ana.confirmed()], asGiven)).names()).toEqual(['Ana'])
  expect(await (await after([ana.registered(), provider], asGiven)).names()).toEqual(['Ana'])
})

test("push messages need no confirmed address, but the user's own switch for them", async () => {
  const ana = personEvents('Ana')
  const preference = (push: boolean) =>
    ana.event('PreferencesChanged', { notifications: { email: false, push, newsletter: false } })
  const asGiven = (event: GivenEvent) => [event]
  const wants = 'push'
  expect(await (await after([ana.registered(), preference(true)], asGiven)).names({ wants })).toEqual(['Ana'])
  expect(await (await after([ana.registered(), preference(false)], asGiven)).names({ wants })).toEqual([])
  expect(await (await after([ana.registered(), ana.status('inactive')])).names({ wants })).toEqual([])
})

test('leaves out accounts that registered too late', async () => {
  const { names } = await after([personEvents('Ana').registered(), personEvents('Ben').registered({}, noon)])
  expect(await names({ before: Date.parse(noon) })).toEqual([])
  expect(await names({ before: Date.parse(noon) + 1 })).toEqual(['Ana', 'Ben'])
})

test.for([1, 2, 3, 7, 50])(
  'pages of %i return each participant once, including participants who registered in the same millisecond',
  async (limit) => {
    const allNames = Array.from({ length: 20 }, (_, index) => `P${String.fromCodePoint(65 + index)}`)
    // Five participants register in each millisecond.
    const registeredAt = (index: number) => new Date(Date.parse(noon) + Math.floor(index / 5)).toISOString()
    const { ask } = await after(
      allNames.map((name, index) => personEvents(name).registered({}, registeredAt(index))),
    )
    const found: string[] = []
    let last: RegistrationPosition | undefined
    for (let pages = 0; pages <= 21; pages += 1) {
      const page = await ask({ wants: 'email', run: 1, day: 4, before, limit, after: last })
      if (page.upTo === undefined) break
      expect(pages).toBeLessThan(21)
      found.push(...page.people.map(({ fullName }) => fullName))
      last = page.upTo
    }
    expect(found).toEqual(allNames)
  },
)

test('continues after an account that was deleted in between', async () => {
  const givenEvents = ['Ana', 'Ben', 'Cleo'].map((name) => personEvents(name).registered())
  const first = await (await after(givenEvents)).ask({ wants: 'email', run: 1, day: 4, before, limit: 2 })
  const { names } = await after([...givenEvents, personEvents('Ben').deleted()])
  expect(await names({ after: first.upTo })).toEqual(['Cleo'])
})

test('throws for a run that is not shown', async () => {
  const { ask } = await after([personEvents('Ana').registered()])
  await expect(ask({ wants: 'email', run: 2, day: 4, before, limit: 50 })).rejects.toThrow(ReadModelNotBuilt)
})
