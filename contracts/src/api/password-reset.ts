import { z } from 'zod'
import { email, password } from './accounts.ts'
import { accepted } from './answers.ts'

export const forgotPasswordRequest = z.strictObject({ email })

/** The same for every address, so it says nothing about the log either. */
export const forgotPasswordAnswer = z.object({ success: z.literal(true), message: z.string() })

/** `token` as the link in the mail carries it. */
export const resetPasswordRequest = z.strictObject({
  token: z.string({ error: 'Token is required' }).min(1, 'Token is required').max(200, 'Too long'),
  password,
})

export const resetPasswordAnswer = accepted
