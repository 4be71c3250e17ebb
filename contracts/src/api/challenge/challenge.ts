import { z } from 'zod'
import { commandResponse } from '../responses.ts'

/** `startsAt` is ISO time, null while nobody has started the challenge. A start in the future is a schedule. */
export const currentDayResponse = z.object({
  success: z.literal(true),
  day: z.int(),
  totalDays: z.int(),
  started: z.boolean(),
  startsAt: z.string().nullable(),
  run: z.int(),
  timeZone: z.string(),
})
export type CurrentDayResponse = z.infer<typeof currentDayResponse>

/** A start, or a schedule that is moved: now when `startsAt` is missing. */
export const startChallengeRequest = z.strictObject({ startsAt: z.iso.datetime({ offset: true }).optional() })

export const startChallengeResponse = commandResponse.extend({ day: z.int(), startsAt: z.string() })
export type StartChallengeResponse = z.infer<typeof startChallengeResponse>
