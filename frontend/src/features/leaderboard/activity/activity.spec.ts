import type { BoardRow } from '@thirty/contracts/leaderboard/api.ts'
import { expect, test } from 'vitest'
import { leilaThird, boardRows } from '../../../../testing/participant-fixtures.ts'
import { detectActivity, formatAnnouncement } from './recent-activity.tsx'

const before = Object.values(boardRows)
const context = { at: '2026-11-20T10:00:05.000Z', position: '101', ownId: 'maya' }
const activityAfter = (after: readonly BoardRow[]) => detectActivity(before, after, context)

test('reports a rise with the first names of the overtaken participants', () => {
  expect(activityAfter(leilaThird)[0]).toMatchObject({
    kind: 'moved-up',
    rank: 3,
    overtaken: ['Rafael', 'Maya'],
  })
})

test('reports a drop only to the user who dropped', () => {
  expect(activityAfter(leilaThird).map((item) => [item.kind, item.isYou])).toEqual([
    ['moved-up', false],
    ['moved-down', true],
  ])
})

test('reports a new leader with the previous one', () => {
  const after = [
    { ...boardRows.amara, rank: 1, totalPoints: 150 },
    { ...boardRows.kenji, rank: 2 },
  ]
  expect(activityAfter(after)).toMatchObject([{ kind: 'took-the-lead', previousLeader: 'Kenji' }])
})

test('reports a score and a submission that change no rank', () => {
  const scored = { ...boardRows.kenji, days: [{ day: 1, status: 'approved' as const, score: 4.6 }] }
  const submitted = {
    ...boardRows.amara,
    days: [...boardRows.amara.days, { day: 2, status: 'submitted' as const, score: null }],
  }
  expect(activityAfter([scored, submitted])).toMatchObject([
    { kind: 'scored', day: 1, score: 4.6 },
    { kind: 'submitted', day: 2 },
  ])
})

test('reports nothing for a row that was not loaded before', () => {
  expect(activityAfter([{ ...boardRows.leila, id: 'noah' }])).toEqual([])
})

test("announces the user's own change first and counts the others", () => {
  expect(formatAnnouncement(activityAfter(leilaThird))).toBe('You moved down to 5. 1 other change.')
  expect(formatAnnouncement([])).toBeUndefined()
})
