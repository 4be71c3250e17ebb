import { expect, test } from 'vitest'
import { ownDataEndpoints } from '../accounts/own-data-api.ts'
import { historyEndpoints } from '../backups/api.ts'
import { challengeEndpoints } from '../challenge/api.ts'
import { leaderboardEndpoints } from '../leaderboard/api.ts'
import { draftEndpoints } from '../projects/drafts-api.ts'
import { discussionEndpoints } from '../community/discussions-api.ts'
import { reactionEndpoints } from '../community/reactions-api.ts'
import { operationEndpoints } from '../operations/api.ts'
import { teamEndpoints } from '../team/api.ts'
import { limitRules } from './limits.ts'

const minute = 60
const day = 24 * 60 * minute
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
  ['an admin may send such a command five times a second', teamEndpoints.setRole, 300, minute],
  ['an operator may send one as often', operationEndpoints.start, 300, minute],
  ['an admin may change the challenge three hundred times a day', challengeEndpoints.end, 300, day],
  ['an admin may make three hundred backups a day', historyEndpoints.create, 300, day],
])('%s', (_what, { limit }, points, seconds) => {
  expect(limitRules[limit]).toMatchObject({ points, seconds, by: 'user' })
})
