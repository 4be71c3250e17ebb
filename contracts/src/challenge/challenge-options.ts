import type { z } from 'zod'
import { withoutMissing } from '../given-fields.ts'
import type { ChallengeEvent } from './events.ts'
import type { challengeOptions } from './options-api.ts'

/** What admins can set for the whole challenge. */
export type ChallengeOptions = z.infer<typeof challengeOptions>

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
  event.type === 'ChallengeOptionsChanged' ? { ...options, ...withoutMissing(event.data) } : options
