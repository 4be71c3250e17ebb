import { accountMutations } from './catalogue/accounts.mjs'
import { draftMutations } from './catalogue/drafts.mjs'
import { pushMutations } from './catalogue/push.mjs'
import { webhookMutations } from './catalogue/webhooks.mjs'
import { emailAndNameMutations } from './catalogue/email-and-names.mjs'
import { auditMutations } from './catalogue/audit.mjs'
import { exportMutations } from './catalogue/exports.mjs'
import { participantImportMutations } from './catalogue/participant-import.mjs'
import { reviewMutations } from './catalogue/reviews.mjs'
import { savedTextMutations } from './catalogue/saved-texts.mjs'
import { communityMutations } from './catalogue/community.mjs'
import { boundsMutations } from './catalogue/bounds.mjs'
import { healthMutations } from './catalogue/health.mjs'
import { judgingMutations } from './catalogue/judging.mjs'
import { historyMutations } from './catalogue/history.mjs'
import { languageMutations } from './catalogue/languages.mjs'
import { inputMutations } from './catalogue/input.mjs'
import { operationsMutations } from './catalogue/operations.mjs'
import { accessMutations } from './catalogue/access.mjs'
import { pastBoardMutations } from './catalogue/past-boards.mjs'
import { projectionMutations } from './catalogue/projections.mjs'
import { operatorMutations } from './catalogue/operators.mjs'
import { privacyMutations } from './catalogue/privacy.mjs'
import { roleMutations } from './catalogue/roles.mjs'
import { runMutations } from './catalogue/runs.mjs'
import { scoringMutations } from './catalogue/scoring.mjs'
import { shownRunMutations } from './catalogue/shown-runs.mjs'
import { reconnectMutations } from './catalogue/reconnect.mjs'
import { sessionMutations } from './catalogue/sessions.mjs'
import { signInMutations } from './catalogue/sign-in.mjs'
import { socialSignInMutations } from './catalogue/social-sign-in.mjs'
import { laterThreatMutations } from './catalogue/later-threats.mjs'
import { logPutBackMutations } from './catalogue/log-put-back.mjs'
import { sharedLogMutations } from './catalogue/shared-log.mjs'
import { socketMutations } from './catalogue/sockets.mjs'
import { tokenMutations } from './catalogue/tokens.mjs'
import { twoFactorMutations } from './catalogue/two-factor.mjs'
import { backupFileMutations } from './catalogue/backup-files.mjs'
import { profileMutations } from './catalogue/profiles.mjs'
import { uploadMutations } from './catalogue/uploads.mjs'
import { cardMutations, certificateMutations } from './catalogue/certificates.mjs'
import { publicRatingsMutations } from './catalogue/public-ratings.mjs'
import { userTextMutations } from './catalogue/user-text.mjs'

/**
 * A change that removes a defence: in `file`, `find`, which occurs exactly once, becomes `replacement`. `spec` is the spec
 * or journey that must fail, and `testName` a part of its title. `row` is the id of a threat in docs/security.md.
 * @typedef {{ row: string, file: string, find: string, replacement: string, spec: string, testName: string }} Mutation
 */

/** @type {readonly Mutation[]} */
export const mutations = [
  ...signInMutations,
  ...accountMutations,
  ...tokenMutations,
  ...sessionMutations,
  ...socialSignInMutations,
  ...twoFactorMutations,
  ...accessMutations,
  ...judgingMutations,
  ...roleMutations,
  ...inputMutations,
  ...languageMutations,
  ...userTextMutations,
  ...backupFileMutations,
  ...uploadMutations,
  ...socketMutations,
  ...reconnectMutations,
  ...operationsMutations,
  ...operatorMutations,
  ...laterThreatMutations,
  ...logPutBackMutations,
  ...boundsMutations,
  ...healthMutations,
  ...historyMutations,
  ...projectionMutations,
  ...pastBoardMutations,
  ...privacyMutations,
  ...sharedLogMutations,
  ...emailAndNameMutations,
  ...runMutations,
  ...scoringMutations,
  ...shownRunMutations,
  ...auditMutations,
  ...exportMutations,
  ...participantImportMutations,
  ...reviewMutations,
  ...savedTextMutations,
  ...publicRatingsMutations,
  ...profileMutations,
  ...certificateMutations,
  ...cardMutations,
  ...communityMutations,
  ...draftMutations,
  ...pushMutations,
  ...webhookMutations,
]
