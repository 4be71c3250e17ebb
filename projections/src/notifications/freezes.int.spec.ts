import { day1, day2, read, setUpNotifications } from '@thirty/projections/testing/notifications.ts'
import { challengeEvent, equalCriteria } from '@thirty/projections/testing/event-builders.ts'
import { expect, test } from 'vitest'

const five = equalCriteria(5)
const at = (hour: number) => `2026-01-05T${hour}:00:00.000Z`
const frozen = challengeEvent('LeaderboardFrozen', { run: 1, frozenAt: at(13) }, at(12))

test.each([
  ['a reveal', challengeEvent('LeaderboardRevealed', { run: 1 })],
  ['a reset', challengeEvent('ChallengeReset', { run: 2, backup: 'b1' })],
])(
  'ratings during a freeze are unread after %s, also if others were read meanwhile (T408)',
  async (_, end) => {
    const { ask } = await setUpNotifications([
      day1.submitted(),
      day2.submitted(),
      frozen,
      // Before the freeze begins: everybody knows of it.
      day1.rated('Root', five, { at: at(12) }),
      day2.rated('Root', five, { at: at(14) }),
      day2.rated('Eve', five, { at: at(14), official: false }),
      { ...day1.liked('Bob'), at: at(15) },
      read(6),
      { ...end, at: at(16) },
    ])
    const { notifications, unread } = await ask()
    expect(unread).toBe(2)
    expect(notifications.filter(({ kind }) => !kind.startsWith('challenge'))).toMatchObject([
      { kind: 'rated', official: false, position: '8', at: at(16), isUnread: true },
      { kind: 'rated', official: true, position: '8', at: at(16), isUnread: true },
      { kind: 'liked', position: '6', isUnread: false },
      { kind: 'rated', project: { _id: day1.id }, position: '3', isUnread: false },
    ])
  },
)

test.each([
  ['participants do not learn', 'everybody', ['liked']],
  ['readers who know what is hidden learn', 'admins', ['liked', 'rated']],
])('%s of a rating during a freeze, also when they know of something later', async (_, reader, kinds) => {
  const given = [
    day1.submitted(),
    frozen,
    day1.rated('Root', five, { at: at(14) }),
    { ...day1.liked('Bob'), at: at(15) },
  ]
  const { shown } = await setUpNotifications(given, { reader })
  expect((await shown()).map(({ kind }) => kind)).toEqual(kinds)
})

test('a cancelled freeze changes no notification', async () => {
  const { shown } = await setUpNotifications([
    day1.submitted(),
    frozen,
    challengeEvent('FreezeCancelled', { run: 1 }, at(12)),
    day1.rated('Root', five, { at: at(14) }),
    challengeEvent('LeaderboardRevealed', { run: 1 }, at(16)),
  ])
  expect(await shown()).toMatchObject([{ kind: 'rated', position: '3', at: at(14) }])
})

test('a page ends with the last notification of a reveal, so that none is skipped', async () => {
  const { ask } = await setUpNotifications([
    day1.submitted(),
    day2.submitted(),
    frozen,
    day1.rated('Root', five, { at: at(14) }),
    day2.rated('Root', five, { at: at(14) }),
    { ...day1.liked('Bob'), at: at(15) },
    challengeEvent('LeaderboardRevealed', { run: 1 }, at(16)),
  ])
  const first = await ask({ limit: '1' })
  expect(first.notifications.map(({ kind }) => kind)).toEqual(['rated', 'rated'])
  const second = await ask({ limit: '1', cursor: first.nextCursor })
  expect(second.notifications.map(({ kind }) => kind)).toEqual(['liked'])
  expect(second.nextCursor).toBeNull()
})
