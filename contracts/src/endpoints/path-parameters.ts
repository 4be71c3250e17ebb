import { z } from 'zod'
import { totalDays } from '../challenge/challenge-day.ts'

/** An id in a path. Real ids are shorter than this; an unknown or malformed id is a 404, not a 400. */
export const idParam = z.string().max(100)

export const userParams = z.object({ userId: idParam })

export const savedTextParams = z.object({ savedTextId: idParam })

export const projectParams = z.object({ projectId: idParam })

export const dayParams = z.object({ day: z.coerce.number().int().min(1).max(totalDays) })
