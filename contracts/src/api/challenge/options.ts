import { z } from 'zod'
import { eventNetworks } from '../../rules/event-networks.ts'
import { fewestWantedRatings, mostWantedRatings } from '../../rules/judging/wanted-ratings.ts'
import { commandResponse, epoch, position } from '../responses.ts'

/** The options of the installation; see `ChallengeOptions`. */
export const challengeOptions = z.strictObject({
  notifications: z.boolean(),
  emailReminders: z.boolean(),
  wantedRatings: z.int().min(fewestWantedRatings).max(mostWantedRatings),
  normalisedScores: z.boolean(),
  ownersNeedTwoFactor: z.boolean(),
  eventNetworks: eventNetworks.nullable(),
})

/** `position` and `epoch` belong to the read model. `yourAddress` is the address of the caller, for the networks of an event. */
export const optionsResponse = z.object({
  success: z.literal(true),
  options: challengeOptions,
  yourAddress: z.string(),
  position,
  epoch,
})
export type OptionsResponse = z.infer<typeof optionsResponse>

/** Missing options stay as they are. */
export const changeOptionsRequest = challengeOptions.partial()
export type ChangeOptionsRequest = z.infer<typeof changeOptionsRequest>

/** The options after the change. */
export const changeOptionsResponse = commandResponse.extend({ options: challengeOptions })
export type ChangeOptionsResponse = z.infer<typeof changeOptionsResponse>
