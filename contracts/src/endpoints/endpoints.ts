import { accountEndpoints } from './accounts/accounts.ts'
import type { EndpointDefinition } from './endpoint-definition.ts'
import { challengeEndpoints } from './challenge/challenge.ts'
import { completionEndpoints } from './challenge/completions.ts'
import { communityEndpoints } from './community/community.ts'
import { discussionEndpoints } from './community/discussions.ts'
import { documentationEndpoints } from './documentation.ts'
import { leaderboardEndpoints } from './challenge/leaderboard.ts'
import { passwordResetEndpoints } from './accounts/password-reset.ts'
import { notificationEndpoints } from './community/notifications.ts'
import { peopleEndpoints } from './accounts/people.ts'
import { profileImageEndpoints } from './accounts/profile-image.ts'
import { profileEndpoints } from './accounts/profile.ts'
import { projectEndpoints } from './projects/projects.ts'
import { ratingEndpoints } from './projects/ratings.ts'
import { reactionEndpoints } from './projects/reactions.ts'
import { searchEndpoints } from './admin/search.ts'
import { socialSignInEndpoints } from './accounts/social-sign-in.ts'
import { statisticsEndpoints } from './admin/statistics.ts'

/** Every call of the API, by what it is about. What is not in here is not served. */
export const endpoints = {
  accounts: accountEndpoints,
  passwordReset: passwordResetEndpoints,
  social: socialSignInEndpoints,
  profile: profileEndpoints,
  people: peopleEndpoints,
  challenge: challengeEndpoints,
  completions: completionEndpoints,
  projects: projectEndpoints,
  pictures: profileImageEndpoints,
  ratings: ratingEndpoints,
  reactions: reactionEndpoints,
  leaderboard: leaderboardEndpoints,
  statistics: statisticsEndpoints,
  notifications: notificationEndpoints,
  search: searchEndpoints,
  community: communityEndpoints,
  discussions: discussionEndpoints,
  documentation: documentationEndpoints,
} as const satisfies Record<string, Record<string, EndpointDefinition>>

/** The same in one list. */
export const allEndpoints: readonly EndpointDefinition[] = Object.values(endpoints).flatMap((group) =>
  Object.values<EndpointDefinition>(group),
)
