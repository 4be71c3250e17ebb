import { z } from 'zod'
import { accepted } from './answers.ts'

/** `startsAt` is ISO time, null while nobody has started the challenge. A start in the future is a schedule. */
export const currentDayAnswer = z.object({
  success: z.literal(true),
  day: z.int(),
  totalDays: z.int(),
  started: z.boolean(),
  startsAt: z.string().nullable(),
  run: z.int(),
  timeZone: z.string(),
})
export type CurrentDayAnswer = z.infer<typeof currentDayAnswer>

/** Now when `startsAt` is missing. */
export const startChallengeRequest = z.strictObject({ startsAt: z.iso.datetime({ offset: true }).optional() })

export const startChallengeAnswer = accepted.extend({ day: z.int(), startsAt: z.string() })
export type StartChallengeAnswer = z.infer<typeof startChallengeAnswer>

/** As a start: now when `startsAt` is missing. */
export const changeScheduleRequest = startChallengeRequest
