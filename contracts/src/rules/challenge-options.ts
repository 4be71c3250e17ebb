import type { ChallengeEvent } from '../events/challenge.ts'

/**
 * What admins can switch off for all participants. `notifications`: reviews, ratings, likes and comments become
 * notifications of the project's owner. `emailReminders`: participants without a submission are reminded by email.
 * `ownersNeedTwoFactor` is no switch for participants: owners have to set up two-factor sign-in.
 */
export type ChallengeOptions = {
  notifications: boolean
  emailReminders: boolean
  ownersNeedTwoFactor: boolean
}

/** The options of a new installation. */
export const defaultOptions: ChallengeOptions = {
  notifications: true,
  emailReminders: true,
  ownersNeedTwoFactor: false,
}

/** Returns the options after one more event of the stream `challenge`. */
export const evolveOptions = (options: ChallengeOptions, event: ChallengeEvent): ChallengeOptions =>
  event.type === 'ChallengeOptionsChanged'
    ? {
        notifications: event.data.notifications ?? options.notifications,
        emailReminders: event.data.emailReminders ?? options.emailReminders,
        ownersNeedTwoFactor: event.data.ownersNeedTwoFactor ?? options.ownersNeedTwoFactor,
      }
    : options
