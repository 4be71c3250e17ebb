import { z } from 'zod'
import { eventNetworks } from '../endpoints/event-networks.ts'
import { fewestWantedRatings, mostWantedRatings } from '../judging/ratings.ts'
import { commandResponse, liveResponse } from '../endpoints/responses.ts'
import { get, put } from '../endpoints/endpoint-definition.ts'

/**
 * The options of the installation. `notifications`: reviews, ratings, likes and comments become notifications of the
 * project's owner. `emailReminders`: participants without a submission are reminded by email. `wantedRatings`: how many official
 * ratings each project should have. `normalisedScores`: admins see normalised averages and the standings by them; points and ranks
 * of the leaderboard do not depend on it. `ownersNeedTwoFactor`: owners have to set up two-factor sign-in. `eventNetworks`: where an
 * event takes place, also after its end; null without one.
 */
export const challengeOptions = z.strictObject({
  notifications: z.boolean(),
  emailReminders: z.boolean(),
  wantedRatings: z.int().min(fewestWantedRatings).max(mostWantedRatings),
  normalisedScores: z.boolean(),
  ownersNeedTwoFactor: z.boolean(),
  eventNetworks: eventNetworks.nullable(),
})

/** `position` and `epoch` belong to the read model. `yourAddress` is the address of the caller, for the networks of an event. */
export const optionsResponse = liveResponse.extend({ options: challengeOptions, yourAddress: z.string() })
export type OptionsResponse = z.infer<typeof optionsResponse>

export const changeOptionsRequest = challengeOptions.partial()
export type ChangeOptionsRequest = z.infer<typeof changeOptionsRequest>

export const changeOptionsResponse = commandResponse.extend({ options: challengeOptions })
export type ChangeOptionsResponse = z.infer<typeof changeOptionsResponse>

export const optionEndpoints = {
  current: get('/api/admin/challenge/options', 'view-admin-area', {
    summary:
      'The options of the challenge: notifications, email reminders, wanted ratings, normalised scores, two-factor sign-in for owners and networks of an event',
    response: optionsResponse,
  }),
  change: put('/api/admin/challenge/options', 'run-challenge', {
    summary:
      'Change options of the challenge; missing ones stay. Two-factor sign-in for owners and networks of an event are for owners; the former ends after a confirmation',
    confirmed: 'by-handler',
    body: changeOptionsRequest,
    response: changeOptionsResponse,
    errors: ['no-second-factor'],
  }),
}
