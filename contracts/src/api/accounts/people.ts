import { z } from 'zod'
import { pageQuery } from '../responses.ts'

/** A user as admins see it in User Management. */
export const person = z.object({
  _id: z.string(),
  fullName: z.string(),
  username: z.string().nullable(),
  email: z.string(),
  createdAt: z.string(),
  status: z.enum(['active', 'inactive', 'pending']),
  submissions: z.int(),
  isAdmin: z.boolean(),
  profileImage: z.string().nullable(),
})
export type Person = z.infer<typeof person>

/** A bare array, newest first; the next cursor is in the header `X-Next-Cursor`. */
export const peopleResponse = z.array(person)

/** `search` looks in names, usernames and addresses. */
export const peopleQuery = pageQuery.extend({
  search: z.string().trim().max(200).optional(),
  status: z.enum(['active', 'inactive', 'pending']).optional(),
})

/** An id of ours is shorter; whatever is none is simply not found. */
export const userParams = z.object({ userId: z.string().max(100) })

export const statusRequest = z.strictObject({ status: z.enum(['active', 'inactive', 'pending']) })
