import { accountCalls } from './accounts.ts'
import type { Call } from './call.ts'
import { challengeCalls } from './challenge.ts'
import { completionCalls } from './completions.ts'
import { communityCalls } from './community.ts'
import { discussionCalls } from './discussions.ts'
import { documentationCalls } from './documentation.ts'
import { leaderboardCalls } from './leaderboard.ts'
import { passwordResetCalls } from './password-reset.ts'
import { notificationCalls } from './notifications.ts'
import { peopleCalls } from './people.ts'
import { pictureCalls } from './pictures.ts'
import { profileCalls } from './profile.ts'
import { projectCalls } from './projects.ts'
import { ratingCalls } from './ratings.ts'
import { reactionCalls } from './reactions.ts'
import { searchCalls } from './search.ts'
import { socialCalls } from './social.ts'
import { statisticsCalls } from './statistics.ts'

/** Every call of the API, by what it is about. What is not in here is not served. */
export const calls = {
  accounts: accountCalls,
  passwordReset: passwordResetCalls,
  social: socialCalls,
  profile: profileCalls,
  people: peopleCalls,
  challenge: challengeCalls,
  completions: completionCalls,
  projects: projectCalls,
  pictures: pictureCalls,
  ratings: ratingCalls,
  reactions: reactionCalls,
  leaderboard: leaderboardCalls,
  statistics: statisticsCalls,
  notifications: notificationCalls,
  search: searchCalls,
  community: communityCalls,
  discussions: discussionCalls,
  documentation: documentationCalls,
} as const satisfies Record<string, Record<string, Call>>

/** The same in one list. */
export const allCalls: readonly Call[] = Object.values(calls).flatMap((group) => Object.values<Call>(group))
