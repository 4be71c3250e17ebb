import { accountEndpoints } from '../api/accounts/accounts.ts'
import { emailConfirmationEndpoints, unsubscribeEndpoints } from '../api/accounts/email-confirmation.ts'
import { participantImportEndpoints } from '../api/admin/participant-import.ts'
import { passwordResetEndpoints } from '../api/accounts/password-reset.ts'
import { ownDataEndpoints } from '../api/accounts/own-data.ts'
import { peopleEndpoints } from '../api/accounts/people.ts'
import { profileEndpoints, profileImageEndpoints } from '../api/accounts/profile.ts'
import { publicProfileEndpoints } from '../api/accounts/public-profile.ts'
import { pushEndpoints } from '../api/accounts/push.ts'
import { sessionEndpoints } from '../api/accounts/sessions.ts'
import { socialSignInEndpoints } from '../api/accounts/social-sign-in.ts'
import { logInEndpoints, secondStepEndpoints, twoFactorEndpoints } from '../api/accounts/two-factor.ts'
import { healthEndpoints } from '../api/admin/health.ts'
import { searchEndpoints } from '../api/admin/search.ts'
import { statisticsEndpoints } from '../api/admin/statistics.ts'
import { auditEndpoints } from '../api/admin/audit.ts'
import { backupKeyEndpoints } from '../api/admin/backup-keys.ts'
import { cardEndpoints } from '../api/challenge/cards.ts'
import { claimEndpoints } from '../api/admin/claims.ts'
import { certificateEndpoints } from '../api/challenge/certificates.ts'
import { challengeEndpoints, completionEndpoints } from '../api/challenge/challenge.ts'
import { optionEndpoints } from '../api/challenge/options.ts'
import { leaderboardEndpoints } from '../api/challenge/leaderboard.ts'
import { communityEndpoints } from '../api/community/community.ts'
import { discussionEndpoints } from '../api/community/discussions.ts'
import { notificationEndpoints } from '../api/community/notifications.ts'
import { documentationEndpoints } from '../api/documentation.ts'
import type { EndpointDefinition } from '../api/endpoint-definition.ts'
import { exportEndpoints } from '../api/admin/exports.ts'
import { draftEndpoints } from '../api/projects/drafts.ts'
import { projectEndpoints } from '../api/projects/projects.ts'
import { reviewEndpoints } from '../api/projects/reviews.ts'
import { historyEndpoints } from '../api/admin/backups.ts'
import { judgingEndpoints } from '../api/admin/judging.ts'
import { operationEndpoints } from '../api/admin/operations.ts'
import { invitationEndpoints, teamEndpoints } from '../api/admin/team.ts'
import { ratingEndpoints } from '../api/projects/ratings.ts'
import { reactionEndpoints } from '../api/projects/reactions.ts'
import { savedTextEndpoints } from '../api/admin/saved-texts.ts'
import { webhookEndpoints } from '../api/admin/webhooks.ts'
import { scoringEndpoints } from '../api/admin/scoring.ts'

/** Every endpoint of the API, by topic. The server offers no others. */
export const endpoints = {
  accounts: { ...accountEndpoints, ...logInEndpoints, ...ownDataEndpoints },
  sessions: sessionEndpoints,
  passwordReset: passwordResetEndpoints,
  emailConfirmation: emailConfirmationEndpoints,
  unsubscribe: unsubscribeEndpoints,
  social: socialSignInEndpoints,
  secondStep: secondStepEndpoints,
  twoFactor: twoFactorEndpoints,
  profile: profileEndpoints,
  publicProfile: publicProfileEndpoints,
  push: pushEndpoints,
  people: peopleEndpoints,
  team: teamEndpoints,
  invitations: invitationEndpoints,
  participantImport: participantImportEndpoints,
  challenge: challengeEndpoints,
  options: optionEndpoints,
  completions: completionEndpoints,
  projects: { ...projectEndpoints, ...reviewEndpoints },
  drafts: draftEndpoints,
  pictures: profileImageEndpoints,
  ratings: ratingEndpoints,
  reactions: reactionEndpoints,
  savedTexts: savedTextEndpoints,
  leaderboard: leaderboardEndpoints,
  certificates: certificateEndpoints,
  cards: cardEndpoints,
  statistics: statisticsEndpoints,
  judging: judgingEndpoints,
  claims: claimEndpoints,
  health: healthEndpoints,
  history: historyEndpoints,
  backupKeys: backupKeyEndpoints,
  scoring: scoringEndpoints,
  audit: auditEndpoints,
  exports: exportEndpoints,
  webhooks: webhookEndpoints,
  operations: operationEndpoints,
  notifications: notificationEndpoints,
  search: searchEndpoints,
  community: communityEndpoints,
  discussions: discussionEndpoints,
  documentation: documentationEndpoints,
} as const satisfies Record<string, Record<string, EndpointDefinition>>

/** All endpoints in one list. */
export const allEndpoints: readonly EndpointDefinition[] = Object.values(endpoints).flatMap((group) =>
  Object.values<EndpointDefinition>(group),
)
