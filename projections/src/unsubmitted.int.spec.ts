import { ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { leaderboardProjection } from './leaderboard/projection.ts'
import { peopleProjection } from './people/projection.ts'
import {
  userIdOf,
  personEvents,
  projectEvents,
  storeAfter,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { unsubmitted, type RegistrationCursor, type UnsubmittedQuery } from './unsubmitted.ts'

const [people, board] = [peopleProjection, leaderboardProjection(1)]
const noon = '2026-01-05T12:00:00.000Z'
const before = Date.parse('2026-01-06T00:00:00Z')

async function after(story: GivenEvent[]) {
  const store = await storeAfter([people, board], story)
  const ask = unsubmitted({ store, people, board, run: 1 })
  const names = async (query: Partial<UnsubmittedQuery> = {}) =>
    (await ask({ run: 1, day: 4, before, limit: 50, ...query })).people.map(({ fullName }) => fullName)
  return { ask, names }
}
const mail = (email: boolean): GivenEvent =>
  personEvents('Ana').event({
    type: 'PreferencesChanged',
    data: { notifications: { email, push: true, newsletter: false } },
  })

test('who has no project for the day is found, with the address to write to', async () => {
  const { ask } = await after([personEvents('Ana').registered()])
  expect(await ask({ run: 1, day: 4, before, limit: 50 })).toEqual({
    people: [{ id: userIdOf('Ana'), email: 'Ana@example.org', fullName: 'Ana' }],
    upTo: { at: noon, position: expect.stringMatching(/^\d+$/) },
  })
})

test('a project for the day counts, one for another day or one that was withdrawn does not', async () => {
  const ana = personEvents('Ana').registered()
  expect(await (await after([ana, projectEvents('Ana', 4).submitted()])).names()).toEqual([])
  expect(await (await after([ana, projectEvents('Ana', 3).submitted()])).names()).toEqual(['Ana'])
  const withdrawn = [ana, projectEvents('Ana', 4).submitted(), projectEvents('Ana', 4).withdrawn()]
  expect(await (await after(withdrawn)).names()).toEqual(['Ana'])
})

test('who wants no mail, is not active, is an admin, or is gone is left out', async () => {
  const ana = personEvents('Ana').registered()
  expect(await (await after([ana, mail(false)])).names()).toEqual([])
  expect(await (await after([ana, mail(false), mail(true)])).names()).toEqual(['Ana'])
  expect(await (await after([ana, personEvents('Ana').status('inactive')])).names()).toEqual([])
  expect(await (await after([personEvents('Ana').registered({ role: 'admin' })])).names()).toEqual([])
  expect(await (await after([ana, personEvents('Ana').deleted()])).names()).toEqual([])
})

test('who registered too late is left out', async () => {
  const { names } = await after([personEvents('Ana').registered(), personEvents('Ben').registered({}, noon)])
  expect(await names({ before: Date.parse(noon) })).toEqual([])
  expect(await names({ before: Date.parse(noon) + 1 })).toEqual(['Ana', 'Ben'])
})

test.for([1, 2, 3, 7, 50])(
  'pages of %i meet everybody once, also those who registered in the same millisecond, and end',
  async (limit) => {
    const everybody = Array.from({ length: 20 }, (_, index) => `P${String.fromCodePoint(65 + index)}`)
    // Five in each millisecond.
    const registeredAt = (index: number) => new Date(Date.parse(noon) + Math.floor(index / 5)).toISOString()
    const { ask } = await after(
      everybody.map((name, index) => personEvents(name).registered({}, registeredAt(index))),
    )
    const found: string[] = []
    let last: RegistrationCursor | undefined
    for (let pages = 0; pages <= 21; pages += 1) {
      const page = await ask({ run: 1, day: 4, before, limit, after: last })
      if (page.upTo === undefined) break
      expect(pages).toBeLessThan(21)
      found.push(...page.people.map(({ fullName }) => fullName))
      last = page.upTo
    }
    expect(found).toEqual(everybody)
  },
)

test('it goes on behind somebody who is gone by now', async () => {
  const story = ['Ana', 'Ben', 'Cleo'].map((name) => personEvents(name).registered())
  const first = await (await after(story)).ask({ run: 1, day: 4, before, limit: 2 })
  const { names } = await after([...story, personEvents('Ben').deleted()])
  expect(await names({ after: first.upTo })).toEqual(['Cleo'])
})

test('a run that is not shown is not answered for', async () => {
  const { ask } = await after([personEvents('Ana').registered()])
  await expect(ask({ run: 2, day: 4, before, limit: 50 })).rejects.toThrow(ReadModelNotBuilt)
})
