import { z } from 'zod'
import { boardDay } from '../challenge/leaderboard.ts'
import { pageQuery } from '../responses.ts'
import { userStatus } from './accounts.ts'

/** A user as admins see them in User Management. */
export const person = z.object({
  _id: z.string(),
  fullName: z.string(),
  username: z.string().nullable(),
  email: z.string(),
  createdAt: z.string(),
  status: userStatus,
  submissions: z.int(),
  /** The days with a submission, in order. */
  days: z.array(boardDay),
  isAdmin: z.boolean(),
  profileImage: z.string().nullable(),
})
export type Person = z.infer<typeof person>

/** Newest first; a bare array. The next cursor is in the header `X-Next-Cursor`. */
export const peopleResponse = z.array(person)

/** `search` matches names, usernames and email addresses. */
export const peopleQuery = pageQuery.extend({
  search: z.string().trim().max(200).optional(),
  status: userStatus.optional(),
})

export const statusRequest = z.strictObject({ status: userStatus })
