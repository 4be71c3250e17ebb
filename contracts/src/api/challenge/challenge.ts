import { z } from 'zod'
import { projectStatus } from '../projects/projects.ts'
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

/** What became of "Mark Challenge as Complete": all days that are completed now, ascending. */
export const completeDayResponse = commandResponse.extend({
  day: z.int(),
  isCompleted: z.boolean(),
  completedDays: z.array(z.int()),
})

/**
 * One of the 30 days as a participant has it. `isOpen`: a project may be handed in, and the day completed. `completedAt`
 * (ISO) and `project` are null where there is none.
 */
export const ownDay = z.object({
  day: z.int(),
  isOpen: z.boolean(),
  completedAt: z.string().nullable(),
  project: z
    .object({
      _id: z.string(),
      projectName: z.string(),
      status: projectStatus,
      averageRating: z.number(),
      ratingCount: z.int(),
    })
    .nullable(),
})
export type OwnDay = z.infer<typeof ownDay>

/**
 * All 30 days, and the figures of "Your Stats". `streak` and `totalPoints` are those of the board and come from projects;
 * `completedStreak` is the unbroken series of completed days that ends at the latest. Completed days bring no points.
 */
export const daysResponse = z.object({
  success: z.literal(true),
  day: z.int(),
  totalDays: z.int(),
  days: z.array(ownDay),
  stats: z.object({
    completed: z.int(),
    completedStreak: z.int(),
    handedIn: z.int(),
    approved: z.int(),
    streak: z.int(),
    totalPoints: z.number(),
    rank: z.int().nullable(),
    totalParticipants: z.int(),
  }),
  position: z.string(),
})
export type DaysResponse = z.infer<typeof daysResponse>
