// Puts the command side together: the handlers of all concepts, with the parts that they share.

import { hasSecondFactor } from '@thirty/contracts/accounts/two-factor.ts'
import type { RedeemOneTimeToken } from '@thirty/infra/http/authentication/authentication.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { sealing } from '@thirty/infra/sealed-text.ts'
import type { RequestHandler } from 'express'
import { emailLinkHandlers } from './accounts/email-links/endpoints.ts'
import { adminInvitationHandlers } from './accounts/admins/invitations.ts'
import { adminHandlers } from './accounts/admins/admin-list.ts'
import { deletionHandlers } from './accounts/deletion/delete-account.ts'
import { changePasswordHandlers } from './accounts/password/credentials.ts'
import { profileHandlers } from './accounts/profile/endpoints.ts'
import { sessionHandlers } from './accounts/sessions/endpoints.ts'
import { logInHandlers } from './accounts/sessions/log-in.ts'
import { signUpHandlers } from './accounts/sign-up/sign-up.ts'
import { twoFactorHandlers } from './accounts/two-factor/endpoints.ts'
import { isDeleted } from './accounts/account.ts'
import { participantImportHandlers } from './accounts/participant-import/endpoints.ts'
import { passwordResetHandlers } from './accounts/password/reset-password.ts'
import { attemptRecorder } from './accounts/attempts/count-attempts.ts'
import { passwordHasher } from './accounts/password/password-hasher.ts'
import { pushHandlers, sendNotice } from './accounts/push/push-notifier.ts'
import { sessionRecorder } from './accounts/sessions/session-recorder.ts'
import { socialSignIn } from './accounts/social-sign-in/endpoints.ts'
import { loadFactors } from './accounts/two-factor/change-factors.ts'
import { passkeysOf } from './accounts/two-factor/passkeys.ts'
import { requireConfirmation, twoFactorTokens } from './accounts/two-factor/tokens.ts'
import { backupKeyHandlers } from './history/backup-keys/endpoints.ts'
import { challengeHandlers, completionHandlers, optionHandlers } from './challenge/endpoints.ts'
import { claimHandlers, releaseSession, judgingHandlers } from './judging/endpoints.ts'
import { commandEndpoints } from './command.ts'
import { discussionHandlers } from './discussions/endpoints.ts'
import { exportHandlers } from './exports/endpoints.ts'
import { historyHandlers, scoringHandlers } from './history/endpoints.ts'
import { importHandlers } from './history/import/endpoints.ts'
import { imageNames } from './images/image-names.ts'
import { notificationHandlers } from './notifications/endpoints.ts'
import type { GivenParts, Parts } from './parts.ts'
import { projectHandlers } from './projects/endpoints.ts'
import { ratingHandlers, notifyOfRevealed } from './ratings/endpoints.ts'
import { reactionHandlers } from './reactions/endpoints.ts'
import { savedTextHandlers } from './saved-texts/endpoints.ts'
import { webhookHandlers } from './webhooks/endpoints.ts'

/** The handlers of all concepts. An endpoint of a new one is a line here. */
const slices = [
  signUpHandlers,
  logInHandlers,
  sessionHandlers,
  changePasswordHandlers,
  deletionHandlers,
  adminHandlers,
  adminInvitationHandlers,
  profileHandlers,
  twoFactorHandlers,
  emailLinkHandlers,
  pushHandlers,
  passwordResetHandlers,
  participantImportHandlers,
  projectHandlers,
  ratingHandlers,
  reactionHandlers,
  savedTextHandlers,
  claimHandlers,
  challengeHandlers,
  optionHandlers,
  judgingHandlers,
  historyHandlers,
  scoringHandlers,
  importHandlers,
  backupKeyHandlers,
  exportHandlers,
  completionHandlers,
  notificationHandlers,
  discussionHandlers,
  webhookHandlers,
]

/**
 * Creates the handlers of all commands; `redeem`, which turns the one-time token of a social sign-in into a session; the guard of
 * endpoints that need a confirmation; and `close`, which records what is not recorded yet.
 */
export function commandApi(given: GivenParts): {
  endpoints: Endpoint[]
  redeem: RedeemOneTimeToken
  requireConfirmation: RequestHandler
  close: () => void
} {
  const { commands, runInBackground, runPushInBackground } = given
  const attempts = attemptRecorder(given)
  const parts: Parts = {
    ...given,
    ...commandEndpoints(given),
    limits: { ...given.limits, record: attempts.record },
    // One per process: it limits concurrent hashing, which would otherwise block all other requests.
    passwords: passwordHasher(),
    imageNames: imageNames(given.secret),
    notifyByPush: (user, notice) => runPushInBackground(() => sendNotice(given, user, notice)),
    secrets: sealing(given.reservationKey, 'authenticator app'),
    twoFactorTokens: twoFactorTokens(given),
    passkeys: passkeysOf(given),
    // What cannot be recorded now is recorded when the session is used.
    recordSession: sessionRecorder({ ...given, onFailure: () => undefined }),
    onLoggedOut: (user, session) => releaseSession(given, user, session),
    requireConfirmation: (request) => requireConfirmation(parts, request),
    isDeleted: (user) => isDeleted(commands, user),
    hasSecondFactor: async (user) => hasSecondFactor(await loadFactors(commands, user)),
    onRevealed: (...reveal) => runInBackground(() => notifyOfRevealed(parts, ...reveal)),
  }
  const social = socialSignIn(parts)
  return {
    endpoints: [...slices.flatMap((handlersOf) => handlersOf(parts)), ...social.endpoints],
    redeem: social.redeem,
    requireConfirmation: (request, _response, next) => {
      requireConfirmation(parts, request)
      next()
    },
    close: attempts.close,
  }
}
