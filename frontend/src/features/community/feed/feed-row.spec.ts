import type { FeedItem } from '@thirty/contracts/community/api.ts'
import { expect, test } from 'vitest'
import { distinctNames } from '../../../shared/people/people.tsx'
import { formatFeedRow, gatherCompletions } from './feed-tab.tsx'

let position = 100
const activity = (name: string) => {
  position -= 1
  const person = { id: name, name, username: name, avatar: null }
  return { person, position: String(position), at: '2026-11-20T10:00:00.000Z' }
}
const completed = (name: string, day: number): FeedItem => ({ ...activity(name), what: 'completed', day })
const joined = (name: string): FeedItem => ({ ...activity(name), what: 'joined' })
const sentences = (...items: FeedItem[]) =>
  gatherCompletions(items).map(
    (row) => `${row.person.name} ${formatFeedRow(row, distinctNames(items.map(({ person }) => person)))}`,
  )

test('completions of one day are one row with the names of all', () => {
  expect(sentences(completed('Ada', 5), completed('Bob', 5))).toEqual(['Ada and Bob completed Day 5'])
  expect(sentences(...['Ada', 'Bob', 'Cy', 'Dan'].map((name) => completed(name, 5)))).toEqual([
    'Ada and 3 others completed Day 5',
  ])
})

test('completions of one person are one row with all days', () => {
  expect(sentences(completed('Ada', 7), completed('Ada', 6), completed('Ada', 3))).toEqual([
    'Ada completed Days 3, 6, and 7',
  ])
})

test('other activities stay, and end a row', () => {
  expect(
    sentences(
      completed('Ada', 5),
      joined('Cy'),
      completed('Bob', 5),
      completed('Bob', 4),
      completed('Cy', 4),
    ),
  ).toEqual([
    'Ada completed Day 5',
    'Cy joined the challenge',
    'Bob completed Days 4 and 5',
    'Cy completed Day 4',
  ])
})
