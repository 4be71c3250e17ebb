import { LogUnavailable } from '@thirty/infra/event-log/event-log.ts'
import { StoreUnavailable, ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { recordedLog } from '@thirty/projections/testing/fake-event-log.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { userIdOf, personEvents, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { accountLookup } from './account-lookup.ts'
import { peopleProjection } from './projection.ts'

const ada = userIdOf('Ada')
const revoked = (sessionVersion: number) => personEvents('Ada').event('SessionsRevoked', { sessionVersion })

/** Sets up a log with events, and a read model that has applied the events before the last call of `catchUp`. */
async function setUp(...given: GivenEvent[]) {
  const log = recordedLog(given)
  const state = {
    now: 1_000,
    lag: 0,
    reads: 0,
    loads: 0,
    failure: undefined as Error | undefined,
    read: log.read,
  }
  let store = await storeAfter([peopleProjection], [])
  const accountOf = accountLookup({
    store: {
      load: async (...keys) => {
        state.loads += 1
        if (state.failure) throw state.failure
        return store.load(...keys)
      },
    },
    log: {
      read: (stream) => {
        if (stream.startsWith('user-')) state.reads += 1
        return state.read(stream)
      },
    },
    lagOf: (readModel) => (readModel === peopleProjection.name ? state.lag : 0),
    clock: () => state.now,
  })
  return {
    state,
    accountOf,
    append: (...events: GivenEvent[]) => {
      given.push(...events)
      log.give(...events)
    },
    catchUp: async () => {
      store = await storeAfter([peopleProjection], given)
    },
  }
}

/** Sets up a read model that has the account of Ada, but not yet what happened to it since. */
async function setUpBehind(...missing: GivenEvent[]) {
  const lookup = await setUp(personEvents('Ada').registered())
  await lookup.catchUp()
  lookup.append(...missing)
  lookup.state.lag = 2_000
  expect(await lookup.accountOf(ada, 0)).toMatchObject({ sessionVersion: 0, status: 'active' })
  return lookup
}

test.each([
  ['is unavailable', new StoreUnavailable('unavailable')],
  ['is being built', new ReadModelNotBuilt({ name: 'people', version: 1 })],
])('reads accounts from the log while the read model %s', async (_what, failure) => {
  const { accountOf, state } = await setUp(
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
  const { accountOf } = await setUpBehind(revoked(1))
  expect(await accountOf(ada, 1)).toMatchObject({ sessionVersion: 1 })
  // The version of the token is only a lower bound: an older token gets the same account, and is refused later.
  expect(await accountOf(ada, 0)).toMatchObject({ sessionVersion: 0 })
})

test('reads the log while the read model lags, so that a deactivated user and a revoked session are noticed', async () => {
  const { accountOf, state } = await setUpBehind(revoked(1), personEvents('Ada').status('inactive'))
  state.lag = 2_001
  expect(await accountOf(ada, 0)).toMatchObject({ sessionVersion: 1, status: 'inactive' })
})

test.each([
  ['is unavailable', () => Promise.reject(new LogUnavailable('unavailable'))],
  ['hangs', () => new Promise<never>(() => {})],
])('returns the account of a lagging read model within a second when the log %s', async (_what, read) => {
  const { accountOf, state } = await setUpBehind(revoked(1))
  state.lag = 2_001
  state.read = async function* () {
    yield await read()
  }
  const startedAt = performance.now()
  expect(await accountOf(ada, 0)).toMatchObject({ status: 'active' })
  expect(performance.now() - startedAt).toBeLessThan(1_000)
})

test('reports a fault of the log', async () => {
  const { accountOf, state } = await setUpBehind(revoked(1))
  state.lag = 2_001
  state.read = () => {
    throw new TypeError('odd')
  }
  await expect(accountOf(ada, 0)).rejects.toThrow('odd')
})

test('reads the log once for many requests, and again after some seconds or for a newer token', async () => {
  const { accountOf, state, append } = await setUp(personEvents('Ada').registered())
  state.failure = new StoreUnavailable('unavailable')
  await Promise.all(Array.from({ length: 50 }, () => accountOf(ada, 0)))
  expect(state.reads).toBe(1)
  append(revoked(1), personEvents('Ada').status('inactive'))
  expect(await accountOf(ada, 1)).toMatchObject({ sessionVersion: 1, status: 'inactive' })
  state.now += 5_001
  await accountOf(ada, 1)
  expect(state.reads).toBe(3)
})

test('retries an unavailable store once a second, uses it again when it is back, and reports other errors', async () => {
  const { accountOf, catchUp, state } = await setUp(
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
  state.failure = new TypeError('odd')
  await expect(accountOf(ada, 0)).rejects.toThrow('odd')
})

test('limits waiting reads, and fails further ones as unavailable', async () => {
  const { accountOf, state } = await setUp()
  state.failure = new StoreUnavailable('unavailable')
  const answers = await Promise.allSettled(
    Array.from({ length: 1_100 }, (_, index) => accountOf(userIdOf(`u${index}`), 0)),
  )
  const failed = answers.filter((answer) => answer.status === 'rejected')
  expect(failed).toHaveLength(1_100 - 1_016)
  expect(failed.every(({ reason }) => reason instanceof StoreUnavailable)).toBe(true)
})

test('a deleted account is not found, even if the log was read just before', async () => {
  const { accountOf, catchUp, append, state } = await setUp(personEvents('Ada').registered())
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
  const { accountOf, append, state } = await setUp(root, changed(userIdOf('Bob')))
  state.failure = new StoreUnavailable('unavailable')
  expect((await accountOf(ada, 0))?.role).toBe('owner')
  append(changed(ada))
  state.now += 5_001
  expect((await accountOf(ada, 0))?.role).toBe('viewer')
})
