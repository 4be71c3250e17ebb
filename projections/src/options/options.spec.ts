import { defaultOptions, type ChallengeOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { disconnectMessage } from '@thirty/infra/live/live-publisher.ts'
import { challengeEvent } from '@thirty/projections/testing/event-builders.ts'
import { documentChanges, documentsAfter, storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { expect, test } from 'vitest'
import { optionsDocumentId, optionsProjection } from './projection.ts'
import { optionsModel } from './read-model.ts'

const switched = (data: Partial<ChallengeOptions>) => challengeEvent('ChallengeOptionsChanged', data)
const after = (...given: Parameters<typeof documentsAfter>[1]) =>
  documentsAfter(optionsProjection, given).get(optionsDocumentId)

/** The live updates after the last of some changes. */
async function updatesAfter(...given: Partial<ChallengeOptions>[]) {
  const { liveUpdates } = optionsModel(await storeAfter([], []))
  const [before, last] = [given.slice(0, -1), given.slice(-1)]
  const changes = documentChanges(optionsProjection, before.map(switched), last.map(switched))
  return changes.flatMap((change) => liveUpdates?.(change) ?? [])
}

test('has the options that were switched last, and no document before', () => {
  expect(after()).toBeUndefined()
  expect(after(switched({ notifications: false }))).toEqual({ ...defaultOptions, notifications: false })
  expect(after(switched({ notifications: false }), switched({ notifications: true }))).toEqual(defaultOptions)
})

test('a reset and a restore keep the options', () => {
  const reset = challengeEvent('ChallengeReset', { run: 2, backup: 'b1' })
  const restored = challengeEvent('BackupRestored', { run: 3, backup: 'b1', parent: { run: 1 } })
  expect(after(switched({ emailReminders: false }), reset, restored)).toEqual({
    ...defaultOptions,
    emailReminders: false,
  })
})

test('all admins receive the options after a change', async () => {
  const [update, ...others] = await updatesAfter({ emailReminders: false })
  expect(others).toEqual([])
  expect(update).toMatchObject({ room: rooms.admins, message: 'options.changed' })
  expect(update?.build?.([], 0)).toEqual({ options: { ...defaultOptions, emailReminders: false } })
})

test('owners who had to set up two-factor sign-in are disconnected when it is no longer required, and only then', async () => {
  const roomsAfter = async (...given: Partial<ChallengeOptions>[]) =>
    (await updatesAfter(...given)).map(({ room, message }) => [room, message])
  const toAdmins = [rooms.admins, 'options.changed']
  const required = { ownersNeedTwoFactor: true }
  expect(await roomsAfter(required, { ownersNeedTwoFactor: false })).toEqual([
    toAdmins,
    [rooms.twoFactorSetup, disconnectMessage],
  ])
  expect(await roomsAfter(required)).toEqual([toAdmins])
  expect(await roomsAfter(required, { emailReminders: false })).toEqual([toAdmins])
})
