import type { BoardRow } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { expect, test } from 'vitest'
import { leilaThird, boardRows } from '../../../../testing/participant-fixtures.ts'
import { detectActivity, formatAnnouncement } from './activity.ts'

const before = Object.values(boardRows)
const about = { at: '2026-11-20T10:00:05.000Z', position: '101', ownId: 'maya' }
const news = (after: readonly BoardRow[]) => detectActivity(before, after, about)

test('somebody who rises is told with the names of those they passed', () => {
  expect(news(leilaThird)[0]).toMatchObject({
    kind: 'moved-up',
    rank: 3,
    overtaken: ['Rafael Example', 'Maya Example'],
  })
})

test('who only slid down because others passed is no news, except to themselves', () => {
  expect(news(leilaThird).map((each) => [each.kind, each.isYou])).toEqual([
    ['moved-up', false],
    ['moved-down', true],
  ])
})

test('a new leader took the lead from the old one', () => {
  const after = [
    { ...boardRows.amara, rank: 1, totalPoints: 150 },
    { ...boardRows.kenji, rank: 2 },
  ]
  expect(news(after)).toMatchObject([{ kind: 'took-the-lead', previousLeader: 'Kenji Example' }])
})

test('a score and a hand-in that move nobody are told as such', () => {
  const scored = { ...boardRows.kenji, days: [{ day: 1, status: 'approved' as const, score: 4.6 }] }
  const submitted = {
    ...boardRows.amara,
    days: [...boardRows.amara.days, { day: 2, status: 'submitted' as const, score: null }],
  }
  expect(news([scored, submitted])).toMatchObject([
    { kind: 'scored', day: 1, score: 4.6 },
    { kind: 'submitted', day: 2 },
  ])
})

test('a row that nobody knew before is no news', () => {
  expect(news([{ ...boardRows.leila, id: 'noah' }])).toEqual([])
})

test('the own change is said first, the others are counted', () => {
  expect(formatAnnouncement(news(leilaThird))).toBe('You moved down to 5. 1 other change.')
  expect(formatAnnouncement([])).toBeUndefined()
})
