import { z } from 'zod'
import { commandResponse, epoch, position } from '../responses.ts'

/** The quick options of the installation: whether each is on. */
export const challengeOptions = z.strictObject({
  notifications: z.boolean(),
  emailReminders: z.boolean(),
  ownersNeedTwoFactor: z.boolean(),
})

/** `position` and `epoch` belong to the read model. */
export const optionsResponse = z.object({
  success: z.literal(true),
  options: challengeOptions,
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
