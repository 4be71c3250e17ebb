import { defaultOptions, type ChallengeOptions } from '@thirty/contracts/challenge/challenge-state.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { disconnectMessage } from '@thirty/infra/live/live-publisher.ts'
import { challengeEvent } from '@thirty/projections/testing/event-builders.ts'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { documentChanges, documentsAfter, storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { StoreUnavailable, type ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { currentOptions, optionsUpdates } from './options.ts'
import { challengeProjection, challengeState } from './read-model.ts'

const switched = (data: Partial<ChallengeOptions>) => challengeEvent('ChallengeOptionsChanged', data)
const after = (...given: Parameters<typeof documentsAfter>[1]) =>
  challengeState(documentsAfter(challengeProjection, given).get('current')).options

/** The live updates after the last of some changes. */
function updatesAfter(...given: Partial<ChallengeOptions>[]) {
  const [before, last] = [given.slice(0, -1), given.slice(-1)]
  const changes = documentChanges(challengeProjection, before.map(switched), last.map(switched))
  return changes.flatMap(optionsUpdates)
}

test('has the options that were switched last, also after a reset and a restore', () => {
  expect(after()).toEqual(defaultOptions)
  const [off, on] = [switched({ notifications: false }), switched({ notifications: true })]
  expect(after(off, on)).toEqual(defaultOptions)
  const reset = challengeEvent('ChallengeReset', { run: 2, backup: 'b1' })
  const restored = challengeEvent('BackupRestored', { run: 3, backup: 'b1', parent: { run: 1 } })
  expect(after(off, reset, restored)).toEqual({ ...defaultOptions, notifications: false })
})

test('all admins receive the options after a change of them only', () => {
  const updates = updatesAfter({ emailReminders: false })
  expect(updates).toMatchObject([{ room: rooms.admins, message: 'options.changed' }])
  expect(updates.map((update) => 'build' in update && update.build([], 0))).toEqual([
    { options: { ...defaultOptions, emailReminders: false } },
  ])
  const started = challengeEvent('ChallengeStarted', { run: 1, startsAt: '2026-01-01T00:00:00.000Z' })
  expect(documentChanges(challengeProjection, [], [started]).flatMap(optionsUpdates)).toEqual([])
})

test('owners who had to set up two-factor sign-in are disconnected when it is no longer required, and only then', () => {
  const roomsAfter = (...given: Partial<ChallengeOptions>[]) =>
    updatesAfter(...given).map(({ room, message }) => [room, message])
  const toAdmins = [rooms.admins, 'options.changed']
  const required = { ownersNeedTwoFactor: true }
  expect(roomsAfter(required, { ownersNeedTwoFactor: false })).toEqual([
    toAdmins,
    [rooms.twoFactorSetup, disconnectMessage],
  ])
  expect(roomsAfter(required)).toEqual([toAdmins])
  expect(roomsAfter(required, { emailReminders: false })).toEqual([toAdmins])
})

const needed = { ...defaultOptions, ownersNeedTwoFactor: true }

/** The options over a store with these ones, which may be unavailable, and a log in which owners need a second factor. */
async function setUp(...stored: Partial<ChallengeOptions>[]) {
  const state = { isAvailable: true, reads: 0 }
  const { load } = await storeAfter([challengeProjection], stored.map(switched))
  const store: Pick<ReadModelStore, 'load'> = {
    load: (...args) =>
      state.isAvailable ? load(...args) : Promise.reject(new StoreUnavailable('unavailable')),
  }
  const log = fakeEventLog(switched(needed))
  const read: typeof log.read = (...args) => {
    state.reads += 1
    return log.read(...args)
  }
  return { state, options: currentOptions({ store, log: { read } }) }
}

test('the options come from the read model: the default before a change, and the last known ones while it is unavailable', async () => {
  expect(await (await setUp(needed)).options()).toEqual(needed)
  const { state, options } = await setUp()
  expect(await options()).toEqual(defaultOptions)
  state.isAvailable = false
  expect(await options()).toEqual(defaultOptions)
  expect(state.reads).toBe(0)
})

test('a process that starts while the read model is unavailable has the options of the log, which it reads once', async () => {
  const { state, options } = await setUp()
  state.isAvailable = false
  expect([await options(), await options(), state.reads]).toEqual([needed, needed, 1])
})
