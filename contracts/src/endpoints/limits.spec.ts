import { expect, test } from 'vitest'
import { ownDataEndpoints } from '../accounts/own-data-api.ts'
import { leaderboardEndpoints } from '../leaderboard/api.ts'
import { draftEndpoints } from '../projects/drafts-api.ts'
import { discussionEndpoints } from '../community/discussions-api.ts'
import { reactionEndpoints } from '../community/reactions-api.ts'
import { limitRules } from './limits.ts'

test('a user may read one ledger a second, a tenth of other queries', () => {
  expect(leaderboardEndpoints.points.limit).toBe('ledger')
  expect(limitRules.ledger).toEqual({ points: 60, seconds: 60, by: 'user' })
  expect(limitRules.ledger.points * 10).toBeLessThanOrEqual(limitRules.query.points)
})

test('a form may save a draft once a second', () => {
  expect([draftEndpoints.save.limit, draftEndpoints.discard.limit]).toEqual(['draft', 'draft'])
  expect(limitRules.draft).toEqual({ points: 60, seconds: 60, by: 'user' })
})

test('a user may export their data five times an hour, because an export reads the whole log', () => {
  expect(ownDataEndpoints.exportData.limit).toBe('own-data')
  expect(limitRules['own-data']).toEqual({ points: 5, seconds: 60 * 60, by: 'user' })
})

test('a user may post twenty comments a minute', () => {
  expect(reactionEndpoints.postComment.limit).toBe('comment')
  expect(limitRules.comment).toEqual({ points: 20, seconds: 60, by: 'user' })
})

test('a user may send a command that names no other limit twice a second', () => {
  expect(discussionEndpoints.remove.limit).toBe('command')
  expect(limitRules.command).toEqual({ points: 120, seconds: 60, by: 'user' })
})
