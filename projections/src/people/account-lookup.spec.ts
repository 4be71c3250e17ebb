import { beginning, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { StoreUnavailable, ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { userIdOf, personEvents, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { accountLookup } from './account-lookup.ts'
import { peopleProjection, type Account } from './projection.ts'

const view = peopleProjection
const ada = userIdOf('Ada')
const revoked = (sessionVersion: number) =>
  personEvents('Ada').told({ type: 'SessionsRevoked', data: { sessionVersion } })

/** A log with what happened, and a view that knows it up to where `see` was called last. */
function setUp(...told: GivenEvent[]) {
  const log = fakeEventLog()
  const state = { now: 0, reads: 0, asked: 0, failure: undefined as Error | undefined }
  const seenAccounts = new Map<string, Account>()
  let seen = beginning
  const happen = (...more: GivenEvent[]) => {
    for (const { stream, type, data } of more) log.add(stream, type, data)
  }
  const see = async () => {
    for await (const events of log.readAll({ after: seen }))
      for (const event of events) {
        const id = event.stream.replace(/^(user|deleted)-/, '')
        const account = view.evolve(seenAccounts.get(id), event, id)
        if (account) seenAccounts.set(id, account)
        else seenAccounts.delete(id)
        seen = event.position
      }
  }
  const counted: Pick<EventLog, 'read'> = {
    read: (stream) => {
      if (stream.startsWith('user-')) state.reads += 1
      return log.read(stream)
    },
  }
  const accountOf = accountLookup({
    loadAccount: async (id) => {
      state.asked += 1
      if (state.failure) throw state.failure
      return seenAccounts.get(id)
    },
    log: counted,
    projection: view,
    clock: () => state.now,
  })
  happen(...told)
  return { state, happen, see, accountOf, log }
}

test('who is known to the view is not looked for in the log', async () => {
  const { accountOf, see, state } = setUp(personEvents('Ada').registered())
  await see()
  expect(await accountOf(ada, 0)).toMatchObject({ sessionVersion: 0, status: 'active', isAdmin: false })
  expect(state.reads).toBe(0)
})

test.each([
  ['is away', new StoreUnavailable('away')],
  ['is being built', new ReadModelNotBuilt({ name: 'people', version: 1 })],
])('while the view %s, the log says who a user is', async (_what, failure) => {
  const { accountOf, state } = setUp(
    personEvents('Ada').registered({ role: 'admin' }),
    revoked(3),
    personEvents('Bob').registered(),
    personEvents('Bob').status('inactive'),
  )
  state.failure = failure
  expect(await accountOf(ada, 3)).toMatchObject({ sessionVersion: 3, status: 'active', isAdmin: true })
  expect(await accountOf(userIdOf('Bob'), 0)).toMatchObject({
    sessionVersion: 0,
    status: 'inactive',
    isAdmin: false,
  })
  expect(await accountOf(userIdOf('Ghost'), 0)).toBeUndefined()
})

test('who just signed up is known before the view has heard of it', async () => {
  const { accountOf, state } = setUp(personEvents('Ada').registered())
  expect(await accountOf(ada, 0)).toMatchObject({ status: 'active' })
  expect(state.reads).toBe(1)
})

test('a token that is newer than the view is judged by the log', async () => {
  const { accountOf, see, happen } = setUp(personEvents('Ada').registered())
  await see()
  happen(revoked(1))
  expect(await accountOf(ada, 1)).toMatchObject({ sessionVersion: 1 })
  // An older token is not made good by asking the log.
  expect(await accountOf(ada, 0)).toMatchObject({ sessionVersion: 0 })
})

test('the log is asked once for many requests, and again after some seconds or for a newer token', async () => {
  const { accountOf, state, happen } = setUp(personEvents('Ada').registered())
  state.failure = new StoreUnavailable('away')
  await Promise.all(Array.from({ length: 50 }, () => accountOf(ada, 0)))
  expect(state.reads).toBe(1)
  happen(revoked(1), personEvents('Ada').status('inactive'))
  expect(await accountOf(ada, 1)).toMatchObject({ sessionVersion: 1, status: 'inactive' })
  state.now += 5_000
  await accountOf(ada, 1)
  expect(state.reads).toBe(3)
})

test('a store that is away is asked once a second, and used again when it is back', async () => {
  const { accountOf, see, state } = setUp(personEvents('Ada').registered(), personEvents('Bob').registered())
  await see()
  state.failure = new StoreUnavailable('away')
  for (let at = 0; at < 10; at += 1) await accountOf(ada, 0)
  expect(state.asked).toBe(1)
  state.failure = undefined
  state.now += 1_000
  await accountOf(userIdOf('Bob'), 0)
  expect([state.asked, state.reads]).toEqual([2, 1])
})

test('a crowd waits in a bounded line, and whoever finds no place in it is told nothing about the user', async () => {
  const { accountOf, state } = setUp()
  state.failure = new StoreUnavailable('away')
  const answers = await Promise.allSettled(
    Array.from({ length: 1_100 }, (_, at) => accountOf(userIdOf(`u${at}`), 0)),
  )
  const failed = answers.filter((answer) => answer.status === 'rejected')
  expect(failed).toHaveLength(1_100 - 1_016)
  expect(failed.every(({ reason }) => reason instanceof StoreUnavailable)).toBe(true)
})

test('who is gone is nobody at once, also for whom the log was asked just before', async () => {
  const { accountOf, see, happen, state } = setUp(personEvents('Ada').registered())
  expect(await accountOf(ada, 0)).toBeDefined()
  happen(personEvents('Ada').deleted())
  await see()
  state.now += 500
  expect(await accountOf(ada, 0)).toBeUndefined()
  state.failure = new StoreUnavailable('away')
  state.now += 5_000
  expect(await accountOf(ada, 0)).toBeUndefined()
})

test('what else goes wrong with the view is not passed over', async () => {
  const { accountOf, state } = setUp(personEvents('Ada').registered())
  state.failure = new TypeError('odd')
  await expect(accountOf(ada, 0)).rejects.toThrow('odd')
})
