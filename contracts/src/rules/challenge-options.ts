import type { ChallengeEvent } from '../events/challenge.ts'

/**
 * What admins can switch off for all participants. `notifications`: reviews, ratings, likes and comments become
 * notifications of the project's owner. `emailReminders`: participants without a submission are reminded by email.
 */
export type ChallengeOptions = { notifications: boolean; emailReminders: boolean }

/** The options of a new installation. */
export const defaultOptions: ChallengeOptions = { notifications: true, emailReminders: true }

/** Returns the options after one more event of the stream `challenge`. */
export const evolveOptions = (options: ChallengeOptions, event: ChallengeEvent): ChallengeOptions =>
  event.type === 'ChallengeOptionsChanged'
    ? {
        notifications: event.data.notifications ?? options.notifications,
        emailReminders: event.data.emailReminders ?? options.emailReminders,
      }
    : options
