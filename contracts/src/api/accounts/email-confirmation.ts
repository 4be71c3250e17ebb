import { z } from 'zod'
import { commandResponse } from '../responses.ts'

/** `token` comes from the link in an email. */
const linkToken = z.string({ error: 'Token is required' }).min(1, 'Token is required').max(1_000, 'Too long')

export const confirmEmailRequest = z.strictObject({ token: linkToken })
export type ConfirmEmailRequest = z.infer<typeof confirmEmailRequest>

export const confirmEmailResponse = commandResponse

/** `sent` is false if the address is confirmed already. */
export const sendConfirmationResponse = z.object({
  success: z.literal(true),
  message: z.string(),
  sent: z.boolean(),
})

/** The token is in the address, because mail programs request that address as it is (RFC 8058). */
export const unsubscribeQuery = z.object({ token: linkToken })

export const unsubscribeResponse = commandResponse
