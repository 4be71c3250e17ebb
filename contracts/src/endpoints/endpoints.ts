// Every endpoint of the API, by topic. The server offers no others.

import { accountEndpoints } from '../accounts/api.ts'
import {
  emailConfirmationEndpoints,
  unsubscribeEndpoints,
  passwordResetEndpoints,
} from '../accounts/email-links-api.ts'
import { participantImportEndpoints } from '../accounts/participant-import-api.ts'
import { ownDataEndpoints } from '../accounts/own-data-api.ts'
import { peopleEndpoints } from '../accounts/people-api.ts'
import { profileEndpoints, profileImageEndpoints } from '../accounts/profile-api.ts'
import { publicProfileEndpoints } from '../accounts/public-profile-api.ts'
import { pushEndpoints, notificationEndpoints } from '../notifications/api.ts'
import { sessionEndpoints } from '../accounts/sessions-api.ts'
import { socialSignInEndpoints } from '../accounts/social-sign-in-api.ts'
import { logInEndpoints, secondStepEndpoints, twoFactorEndpoints } from '../accounts/two-factor-api.ts'
import { healthEndpoints } from '../operations/health-api.ts'
import { searchEndpoints } from '../operations/search-api.ts'
import { statisticsEndpoints } from '../judging/statistics-api.ts'
import { auditEndpoints } from '../audit/api.ts'
import { backupKeyEndpoints } from '../backups/backup-keys-api.ts'
import { cardEndpoints } from '../leaderboard/cards-api.ts'
import { claimEndpoints, judgingEndpoints } from '../judging/api.ts'
import { certificateEndpoints } from '../leaderboard/certificates-api.ts'
import { challengeEndpoints, completionEndpoints } from '../challenge/api.ts'
import { optionEndpoints } from '../challenge/options-api.ts'
import { leaderboardEndpoints } from '../leaderboard/api.ts'
import { communityEndpoints } from '../community/api.ts'
import { discussionEndpoints } from '../community/discussions-api.ts'
import { get, type EndpointDefinition } from './endpoint-definition.ts'
import { exportEndpoints } from '../exports/api.ts'
import { draftEndpoints } from '../projects/drafts-api.ts'
import { projectEndpoints } from '../projects/api.ts'
import { historyEndpoints } from '../backups/api.ts'
import { operationEndpoints } from '../operations/api.ts'
import { invitationEndpoints, teamEndpoints } from '../team/api.ts'
import { ratingEndpoints } from '../judging/ratings-api.ts'
import { reactionEndpoints } from '../community/reactions-api.ts'
import { savedTextEndpoints } from '../saved-texts/api.ts'
import { webhookEndpoints } from '../webhooks/api.ts'
import { scoringEndpoints } from '../leaderboard/scoring-api.ts'

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
  documentation: {
    openApi: get('/api/openapi.json', 'everyone', { summary: 'This API as an OpenAPI 3.1 document' }),
    page: get('/api/docs', 'everyone', { summary: 'The API documentation as a web page' }),
    style: get('/api/docs/page.css', 'everyone', { summary: 'Style sheet of the documentation page' }),
  },
} as const satisfies Record<string, Record<string, EndpointDefinition>>

/** All endpoints with their names, such as `projects.submit`. */
export const namedEndpoints: readonly (readonly [name: string, EndpointDefinition])[] = Object.entries<
  Record<string, EndpointDefinition>
>(endpoints).flatMap(([group, definitions]) =>
  Object.entries(definitions).map(([name, endpoint]) => [`${group}.${name}`, endpoint] as const),
)

/** All endpoints in one list. */
export const allEndpoints: readonly EndpointDefinition[] = namedEndpoints.map(([, endpoint]) => endpoint)
