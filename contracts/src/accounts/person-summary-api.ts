// The two forms of a person in responses that every signed-in user may see: `personSummary`, and `author` of comments and audit entries.

import { z } from 'zod'
import { nameCodes } from './name-codes-api.ts'

/** `username` tells people with one name apart. `avatar` is a path on this site or null. */
export const personSummary = z.object({
  id: z.string(),
  name: z.string(),
  nameCodes,
  username: z.string().nullable(),
  avatar: z.string().nullable(),
})
export type PersonSummary = z.infer<typeof personSummary>

/** Somebody who wrote or did something. `username` is missing for accounts without one. */
export const author = z.object({
  _id: z.string(),
  name: z.string(),
  nameCodes,
  username: z.string().optional(),
  avatar: z.string().nullable(),
})
