import { accountEndpoints } from './accounts/accounts.ts'
import { emailConfirmationEndpoints, unsubscribeEndpoints } from './accounts/email-confirmation.ts'
import { participantImportEndpoints } from './accounts/participant-import.ts'
import { passwordResetEndpoints } from './accounts/password-reset.ts'
import { peopleEndpoints } from './accounts/people.ts'
import { profileEndpoints, profileImageEndpoints } from './accounts/profile.ts'
import { publicProfileEndpoints } from './accounts/public-profile.ts'
import { pushEndpoints } from './accounts/push.ts'
import { sessionEndpoints } from './accounts/sessions.ts'
import { socialSignInEndpoints } from './accounts/social-sign-in.ts'
import { secondStepEndpoints, twoFactorEndpoints } from './accounts/two-factor.ts'
import { healthEndpoints, searchEndpoints, statisticsEndpoints } from './admin.ts'
import { auditEndpoints } from './audit.ts'
import { backupKeyEndpoints } from './backup-keys.ts'
import { cardEndpoints } from './cards.ts'
import { claimEndpoints } from './claims.ts'
import { certificateEndpoints } from './challenge/certificates.ts'
import { challengeEndpoints, completionEndpoints } from './challenge/challenge.ts'
import { optionEndpoints } from './challenge/options.ts'
import { leaderboardEndpoints } from './challenge/leaderboard.ts'
import { communityEndpoints } from './community/community.ts'
import { discussionEndpoints } from './community/discussions.ts'
import { notificationEndpoints } from './community/notifications.ts'
import { documentationEndpoints } from './documentation.ts'
import type { EndpointDefinition } from './endpoint-definition.ts'
import { exportEndpoints } from './exports.ts'
import { draftEndpoints } from './projects/drafts.ts'
import { projectEndpoints } from './projects/projects.ts'
import { historyEndpoints } from './history.ts'
import { judgingEndpoints } from './judging.ts'
import { operationEndpoints } from './operations.ts'
import { invitationEndpoints, teamEndpoints } from './team.ts'
import { ratingEndpoints } from './projects/ratings.ts'
import { reactionEndpoints } from './projects/reactions.ts'
import { savedTextEndpoints } from './saved-texts.ts'
import { webhookEndpoints } from './webhooks.ts'
import { scoringEndpoints } from './scoring.ts'

/** Every endpoint of the API, by topic. The server offers no others. */
export const endpoints = {
  accounts: accountEndpoints,
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
  projects: projectEndpoints,
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
