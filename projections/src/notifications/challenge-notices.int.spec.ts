import { type History } from '@thirty/contracts/challenge/history.ts'
import { day1, textsIn, setUpNotifications } from '@thirty/projections/testing/notifications.ts'
import { expect, test } from 'vitest'
import { challengeEvent } from '@thirty/projections/testing/event-builders.ts'

test('shows notices of its history only, and all resets and restores up to its run', async () => {
  const startsAt = '2026-01-05T00:00:00.000Z'
  const given = [
    challengeEvent('ChallengeStarted', { run: 1, startsAt }),
    challengeEvent('ChallengeReset', { run: 2, backup: 'b1' }),
    challengeEvent('ChallengeScheduled', { run: 2, startsAt: '2026-02-01T00:00:00.000Z' }),
    challengeEvent('BackupRestored', { run: 3, backup: 'b1', parent: { run: 1 } }),
  ]
  const textsOf = (...history: History) => textsIn(history, given)
  const [started, reset] = ['The challenge has started', 'The challenge was reset']
  const restored = 'The challenge was restored from a backup'
  expect(await textsOf({ run: 1 })).toEqual([started])
  expect(await textsOf({ run: 2 })).toEqual(['The start of the challenge is scheduled', reset])
  expect(await textsOf({ run: 3 }, { run: 1, upTo: 0n })).toEqual([restored, reset, started])
})

test('shows a scheduled start as scheduled until it arrives', async () => {
  const startsAt = '2026-02-01T00:00:00.000Z'
  const scheduled = challengeEvent('ChallengeScheduled', { run: 1, startsAt })
  let now = Date.parse(startsAt) - 1
  const { texts } = await setUpNotifications([scheduled], { clock: () => now })
  expect(await texts()).toEqual(['The start of the challenge is scheduled'])
  now += 1
  expect(await texts()).toEqual(['The challenge has started'])
})

test('shows only the latest notice about the end of a run, beside the one about its start', async () => {
  const endsAt = '2026-02-01T00:00:00.000Z'
  const started = challengeEvent('ChallengeStarted', { run: 1, startsAt: endsAt })
  const endSet = challengeEvent('ChallengeEndSet', { run: 1, endsAt })
  const undone = challengeEvent('ChallengeEndUndone', { run: 1 })
  let now = Date.parse(endsAt) - 1
  const { texts, shown, append } = await setUpNotifications([started, endSet, endSet], { clock: () => now })
  expect(await texts()).toEqual(['The end of the challenge is set', 'The challenge has started'])
  expect((await shown()).map(({ id }) => id)).toEqual(['challenge:2', 'challenge:0'])
  now += 1
  expect(await texts()).toEqual(['The challenge has ended', 'The challenge has started'])
  await append(undone)
  expect(await texts()).toEqual(['The challenge is open again', 'The challenge has started'])
})

test('leaves out notices from before the registration', async () => {
  const start = challengeEvent('ChallengeStarted', { run: 1, startsAt: '2026-01-05T00:00:00.000Z' })
  const given = [start, day1.submitted(), day1.approved()]
  const { texts } = await setUpNotifications(given, { members: { joinedAt: async () => 1n } })
  expect(await texts()).toEqual(['Kanban (day 1) was approved'])
})
