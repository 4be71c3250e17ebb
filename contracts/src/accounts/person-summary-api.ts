// The forms of a person in responses, and the codes beside names. Every signed-in user may see `personSummary` and `author`.

import { z } from 'zod'
import { standIns, type StandIn } from './stand-ins.ts'

// Safe: these are its keys.
const codes = Object.keys(standIns) as StandIn[]

/**
 * A field of objects in responses that says which of their names stand for somebody without an account, such as "Deleted participant": the
 * code of each, by the name of its field. Missing if all are names of people.
 */
export const nameCodes = z.record(z.string(), z.enum(codes)).optional()

/** A user by id and name. */
export const namedUser = z.object({ _id: z.string(), fullName: z.string(), nameCodes })

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
