import { expect, test } from 'vitest'
import { ownDataEndpoints } from '../accounts/own-data-api.ts'
import { leaderboardEndpoints } from '../leaderboard/api.ts'
import { draftEndpoints } from '../projects/drafts-api.ts'
import { discussionEndpoints } from '../community/discussions-api.ts'
import { reactionEndpoints } from '../community/reactions-api.ts'
import { limitRules } from './limits.ts'

const minute = 60
test.each([
  ['a user may read one ledger a second, a tenth of other queries', leaderboardEndpoints.points, 60, minute],
  ['a user may read other queries ten times as often', leaderboardEndpoints.board, 600, minute],
  ['a user may save a draft once a second', draftEndpoints.save, 60, minute],
  ['a user may discard a draft once a second', draftEndpoints.discard, 60, minute],
  [
    'a user may export their data five times an hour, because an export reads the whole log',
    ownDataEndpoints.exportData,
    5,
    60 * minute,
  ],
  ['a user may post twenty comments a minute', reactionEndpoints.postComment, 20, minute],
  [
    'a user may send a command that names no other limit twice a second',
    discussionEndpoints.remove,
    120,
    minute,
  ],
])('%s', (_what, { limit }, points, seconds) => {
  expect(limitRules[limit]).toMatchObject({ points, seconds, by: 'user' })
})
