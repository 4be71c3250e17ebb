import type { ChallengeEvent } from './events.ts'
import type { EventNetworks } from '../endpoints/event-networks.ts'

/**
 * What admins can set for the whole challenge. `notifications`: reviews, ratings, likes and comments become notifications of the
 * project's owner. `emailReminders`: participants without a submission are reminded by email. `wantedRatings`: how many official
 * ratings each project should have. `normalisedScores`: admins see normalised averages and the standings by them; points and ranks
 * of the leaderboard do not depend on it. `ownersNeedTwoFactor`: owners have to set up two-factor sign-in. `eventNetworks`: where an
 * event takes place, also after its end; null without one.
 */
export type ChallengeOptions = {
  notifications: boolean
  emailReminders: boolean
  wantedRatings: number
  normalisedScores: boolean
  ownersNeedTwoFactor: boolean
  eventNetworks: EventNetworks | null
}

/** The options of a new installation. */
export const defaultOptions: ChallengeOptions = {
  notifications: true,
  emailReminders: true,
  wantedRatings: 1,
  normalisedScores: false,
  ownersNeedTwoFactor: false,
  eventNetworks: null,
}

/** Returns the options after one more event of the stream `challenge`. */
export const evolveOptions = (options: ChallengeOptions, event: ChallengeEvent): ChallengeOptions =>
  event.type === 'ChallengeOptionsChanged'
    ? {
        notifications: event.data.notifications ?? options.notifications,
        emailReminders: event.data.emailReminders ?? options.emailReminders,
        wantedRatings: event.data.wantedRatings ?? options.wantedRatings,
        normalisedScores: event.data.normalisedScores ?? options.normalisedScores,
        ownersNeedTwoFactor: event.data.ownersNeedTwoFactor ?? options.ownersNeedTwoFactor,
        eventNetworks:
          event.data.eventNetworks === undefined ? options.eventNetworks : event.data.eventNetworks,
      }
    : options
