import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { beginning, LogUnavailable, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { StoreUnavailable, ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { userIdOf, personEvents, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { accountLookup } from './account-lookup.ts'
import { accountEvents, peopleProjection, type Account } from './projection.ts'

const ada = userIdOf('Ada')
const revoked = (sessionVersion: number) => personEvents('Ada').event('SessionsRevoked', { sessionVersion })

/** A read that never answers. */
async function* neverEnding(): AsyncGenerator<never> {
  yield await new Promise<never>(() => {})
}

/** Sets up a log with events, and a read model that has applied the events before the last call of `catchUp`. */
function setUp(...given: GivenEvent[]) {
  const log = fakeEventLog()
  const state = {
    now: 1_000,
    reads: 0,
    loads: 0,
    failure: undefined as Error | undefined,
    isCurrent: true,
    logFailure: undefined as Error | undefined,
    isLogHanging: false,
  }
  const accounts = new Map<string, Account>()
  let checkpoint = beginning
  const append = (...events: GivenEvent[]) => {
    for (const { stream, type, data } of events) log.add(stream, type, data)
  }
  const catchUp = async () => {
    for await (const events of log.readAll({ after: checkpoint }))
      for (const event of events) {
        checkpoint = event.position
        if (!isEventOf(accountEvents, event)) continue
        const id = event.stream.replace(/^(user|deleted)-/, '')
        const account = peopleProjection.evolve(accounts.get(id), event, id, () => undefined)
        if (account) accounts.set(id, account)
        else accounts.delete(id)
      }
  }
  const countingLog: Pick<EventLog, 'read'> = {
    read: (stream) => {
      if (stream.startsWith('user-')) state.reads += 1
      if (state.logFailure) throw state.logFailure
      return state.isLogHanging ? neverEnding() : log.read(stream)
    },
  }
  const accountOf = accountLookup({
    loadAccount: async (id) => {
      state.loads += 1
      if (state.failure) throw state.failure
      return accounts.get(id)
    },
    isCurrent: async () => state.isCurrent,
    log: countingLog,
    projection: peopleProjection,
    clock: () => state.now,
  })
  append(...given)
  return { state, append, catchUp, accountOf }
}

test.each([
  ['is unavailable', new StoreUnavailable('unavailable')],
  ['is being built', new ReadModelNotBuilt({ name: 'people', version: 1 })],
])('reads accounts from the log while the read model %s', async (_what, failure) => {
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

test('reads the log if a token is newer than the read model', async () => {
  const { accountOf, catchUp, append } = setUp(personEvents('Ada').registered())
  await catchUp()
  append(revoked(1))
  expect(await accountOf(ada, 1)).toMatchObject({ sessionVersion: 1 })
  // The version of the token is only a lower bound: an older token gets the same account, and is refused later.
  expect(await accountOf(ada, 0)).toMatchObject({ sessionVersion: 0 })
})

test('reads the log while the read model lags, so that a deactivated user and a revoked session are noticed', async () => {
  const { accountOf, catchUp, append, state } = setUp(personEvents('Ada').registered())
  await catchUp()
  append(revoked(1), personEvents('Ada').status('inactive'))
  expect(await accountOf(ada, 0)).toMatchObject({ sessionVersion: 0, status: 'active' })
  state.isCurrent = false
  expect(await accountOf(ada, 0)).toMatchObject({ sessionVersion: 1, status: 'inactive' })
})

test('returns the account of a lagging read model while the log is unavailable', async () => {
  const { accountOf, catchUp, state } = setUp(personEvents('Ada').registered())
  await catchUp()
  Object.assign(state, { isCurrent: false, logFailure: new LogUnavailable('unavailable') })
  expect(await accountOf(ada, 0)).toMatchObject({ status: 'active' })
  state.logFailure = new TypeError('odd')
  await expect(accountOf(ada, 0)).rejects.toThrow('odd')
})

test('returns the account of a lagging read model when the log hangs, within a second', async () => {
  const { accountOf, catchUp, state } = setUp(personEvents('Ada').registered())
  await catchUp()
  Object.assign(state, { isCurrent: false, isLogHanging: true })
  const startedAt = performance.now()
  expect(await accountOf(ada, 0)).toMatchObject({ status: 'active' })
  expect(performance.now() - startedAt).toBeLessThan(1_000)
})

test('reads the log once for many requests, and again after some seconds or for a newer token', async () => {
  const { accountOf, state, append } = setUp(personEvents('Ada').registered())
  state.failure = new StoreUnavailable('unavailable')
  await Promise.all(Array.from({ length: 50 }, () => accountOf(ada, 0)))
  expect(state.reads).toBe(1)
  append(revoked(1), personEvents('Ada').status('inactive'))
  expect(await accountOf(ada, 1)).toMatchObject({ sessionVersion: 1, status: 'inactive' })
  state.now += 5_001
  await accountOf(ada, 1)
  expect(state.reads).toBe(3)
})

test('retries an unavailable store once a second, and uses it again when it is back', async () => {
  const { accountOf, catchUp, state } = setUp(
    personEvents('Ada').registered(),
    personEvents('Bob').registered(),
  )
  await catchUp()
  state.failure = new StoreUnavailable('unavailable')
  for (let attempt = 0; attempt < 10; attempt += 1) await accountOf(ada, 0)
  expect(state.loads).toBe(1)
  state.failure = undefined
  state.now += 1_000
  await accountOf(userIdOf('Bob'), 0)
  expect([state.loads, state.reads]).toEqual([2, 1])
})

test('limits waiting reads, and fails further ones as unavailable', async () => {
  const { accountOf, state } = setUp()
  state.failure = new StoreUnavailable('unavailable')
  const answers = await Promise.allSettled(
    Array.from({ length: 1_100 }, (_, index) => accountOf(userIdOf(`u${index}`), 0)),
  )
  const failed = answers.filter((answer) => answer.status === 'rejected')
  expect(failed).toHaveLength(1_100 - 1_016)
  expect(failed.every(({ reason }) => reason instanceof StoreUnavailable)).toBe(true)
})

test('a deleted account is not found, even if the log was read just before', async () => {
  const { accountOf, catchUp, append, state } = setUp(personEvents('Ada').registered())
  expect(await accountOf(ada, 0)).toBeDefined()
  append(personEvents('Ada').deleted())
  await catchUp()
  state.now += 501
  expect(await accountOf(ada, 0)).toBeUndefined()
  state.failure = new StoreUnavailable('unavailable')
  state.now += 5_001
  expect(await accountOf(ada, 0)).toBeUndefined()
})

test('knows the current role of an admin while the read model is unavailable', async () => {
  const changed = (user: string): GivenEvent => ({
    stream: 'admins',
    type: 'AdminRoleChanged',
    data: { user, from: 'owner', to: 'viewer' },
  })
  const root = personEvents('Ada').registered({ role: 'admin' })
  const { accountOf, append, state } = setUp(root, changed(userIdOf('Bob')))
  state.failure = new StoreUnavailable('unavailable')
  expect((await accountOf(ada, 0))?.role).toBe('owner')
  append(changed(ada))
  state.now += 5_001
  expect((await accountOf(ada, 0))?.role).toBe('viewer')
})

test('reports other errors of the read model', async () => {
  const { accountOf, state } = setUp(personEvents('Ada').registered())
  state.failure = new TypeError('odd')
  await expect(accountOf(ada, 0)).rejects.toThrow('odd')
})
