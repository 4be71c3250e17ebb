import type { RedeemOneTimeToken } from '@thirty/infra/http/authentication/authentication.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import type { RequestHandler } from 'express'
import { confirmationLinks, emailConfirmationHandlers } from './accounts/email-confirmation/endpoints.ts'
import { accountHandlers } from './accounts/endpoints.ts'
import { isDeleted, loadAccount } from './accounts/load-account.ts'
import { participantImportHandlers } from './accounts/participant-import/endpoints.ts'
import { passwordResetHandlers } from './accounts/password-reset/endpoints.ts'
import { attemptRecorder } from './accounts/password/attempt-recorder.ts'
import { passwordHasher } from './accounts/password/password-hasher.ts'
import { passwordChangedNotifier, passwordRemovedNotifier } from './accounts/password/password-mails.ts'
import { pushHandlers } from './accounts/push/endpoints.ts'
import { pushNotifier } from './accounts/push/push-notifier.ts'
import { sessionRecorder } from './accounts/sessions/session-recorder.ts'
import { socialSignIn } from './accounts/social-sign-in/endpoints.ts'
import { loadFactors } from './accounts/two-factor/change-factors.ts'
import { confirmationGuard, requireConfirmation } from './accounts/two-factor/confirmation.ts'
import { twoFactorParts, type TwoFactorParts } from './accounts/two-factor/parts.ts'
import { isOn } from './accounts/two-factor/second-factors.ts'
import { unsubscribeHandlers, unsubscribeLinks } from './accounts/unsubscribe/endpoints.ts'
import { backupKeyHandlers } from './backup-keys/endpoints.ts'
import { challengeHandlers } from './challenge/endpoints.ts'
import { claimHandlers, releaseSession } from './claims/endpoints.ts'
import { completionHandlers } from './completions/endpoints.ts'
import { discussionHandlers } from './discussions/endpoints.ts'
import { exportHandlers } from './exports/endpoints.ts'
import { historyHandlers } from './history/endpoints.ts'
import { importHandlers } from './history/import/endpoints.ts'
import { scoringHandlers } from './history/scoring/endpoints.ts'
import { imageNames } from './images/image-names.ts'
import { imageRegistry } from './images/image-registry.ts'
import { profileImageHandlers } from './images/profile-image/endpoints.ts'
import { judgingHandlers } from './judging/endpoints.ts'
import { notificationHandlers } from './notifications/endpoints.ts'
import { optionHandlers } from './options/endpoints.ts'
import { projectHandlers } from './projects/endpoints.ts'
import { ratingHandlers } from './ratings/endpoints.ts'
import { notifyOfRevealed } from './ratings/reveal-push.ts'
import { reactionHandlers } from './reactions/endpoints.ts'
import { savedTextHandlers } from './saved-texts/endpoints.ts'
import { webhookHandlers } from './webhooks/endpoints.ts'

type PartsOf<Taker extends (parts: never, ...others: never[]) => unknown> = Parameters<Taker>[0]

/** The parts of all handlers, except the ones made by `commandApi`. */
type GivenParts = Omit<
  PartsOf<typeof accountHandlers> &
    PartsOf<typeof passwordResetHandlers> &
    PartsOf<typeof participantImportHandlers> &
    PartsOf<typeof socialSignIn> &
    PartsOf<typeof projectHandlers> &
    PartsOf<typeof claimHandlers> &
    PartsOf<typeof notifyOfRevealed> &
    PartsOf<typeof historyHandlers> &
    PartsOf<typeof scoringHandlers> &
    PartsOf<typeof exportHandlers> &
    PartsOf<typeof importHandlers> &
    PartsOf<typeof notificationHandlers> &
    PartsOf<typeof pushHandlers> &
    PartsOf<typeof pushNotifier> &
    PartsOf<typeof webhookHandlers>,
  | 'passwords'
  | 'imageNames'
  | 'images'
  | 'isDeleted'
  | 'notifyByPush'
  | 'isParticipant'
  | keyof TwoFactorParts
> & {
  /** Runs what sends push messages: push services may be slow, and other tasks must not wait for them. */
  runPushInBackground: (task: () => Promise<void>) => void
  media: Pick<Media, 'put'>
  /** The key that encrypts the secrets of authenticator apps is derived from it. Must never change. */
  reservationKey: string
}

/**
 * Creates the handlers of all commands; `redeem`, which turns the one-time token of a social sign-in into a session; the guard of
 * endpoints that need a confirmation; and `close`, which records what is not recorded yet.
 */
export function commandApi({ secret, reservationKey, ...shared }: GivenParts): {
  endpoints: Endpoint[]
  redeem: RedeemOneTimeToken
  requireConfirmation: RequestHandler
  close: () => void
} {
  const attempts = attemptRecorder(shared)
  const named = {
    ...shared,
    limits: { ...shared.limits, record: attempts.record },
    // What cannot be recorded now is recorded when the session is used.
    recordSession: sessionRecorder({ ...shared, onFailure: () => undefined }),
    ...twoFactorParts({ ...shared, secret, reservationKey }),
    imageNames: imageNames(secret),
    isDeleted: (user: string) => isDeleted(shared.commands, user),
    notifyByPush: pushNotifier({ ...shared, runInBackground: shared.runPushInBackground }),
  }
  const deps = { ...named, images: imageRegistry(named) }
  // One per process: it limits concurrent hashing, which would otherwise block all other requests.
  const passwords = passwordHasher()
  const social = socialSignIn({ ...deps, secret, onPasswordRemoved: passwordRemovedNotifier(deps) })
  const confirmations = confirmationLinks({ ...deps, secret })
  const endpoints = [
    ...accountHandlers({
      ...deps,
      secret,
      passwords,
      onPasswordChanged: passwordChangedNotifier(deps),
      onSignedUp: confirmations.send,
      onLoggedOut: (user, session) => releaseSession(deps, user, session),
    }),
    ...emailConfirmationHandlers({ ...deps, confirmations }),
    ...pushHandlers(deps),
    ...unsubscribeHandlers({ ...deps, unsubscribes: unsubscribeLinks({ ...deps, secret }) }),
    ...passwordResetHandlers({ ...deps, passwords }),
    ...participantImportHandlers({ ...deps, secret }),
    ...profileImageHandlers(deps),
    ...projectHandlers(deps),
    ...ratingHandlers(deps),
    ...reactionHandlers(deps),
    ...savedTextHandlers(deps),
    ...claimHandlers(deps),
    ...challengeHandlers({
      ...deps,
      onRevealed: (run, after) => deps.runInBackground(() => notifyOfRevealed(deps, run, after)),
    }),
    ...optionHandlers({
      ...deps,
      hasSecondFactor: async (user) => isOn(await loadFactors(deps.commands, user)),
      requireConfirmation: (request) => requireConfirmation(deps, request),
    }),
    ...judgingHandlers(deps),
    ...historyHandlers(deps),
    ...scoringHandlers({
      ...deps,
      isParticipant: async (user) => (await loadAccount(deps.commands, user))?.isAdmin === false,
    }),
    ...importHandlers(deps),
    ...backupKeyHandlers(deps),
    ...exportHandlers(deps),
    ...completionHandlers(deps),
    ...notificationHandlers(deps),
    ...discussionHandlers(deps),
    ...webhookHandlers(deps),
    ...social.endpoints,
  ]
  return {
    endpoints,
    redeem: social.redeem,
    requireConfirmation: confirmationGuard(deps),
    close: attempts.close,
  }
}
