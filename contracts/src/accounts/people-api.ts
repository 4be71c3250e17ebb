// Endpoints for User Management: the list of users, their numbers, and the status of an account.

import { z } from 'zod'
import { boardDay } from '../leaderboard/api.ts'
import { pageQuery, countResponse } from '../endpoints/responses.ts'
import { adminRole, userStatus } from './api.ts'
import { get, put } from '../endpoints/endpoint-definition.ts'

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
  /** The role of an admin; null for participants. */
  role: adminRole.nullable(),
  profileImage: z.string().nullable(),
  /** In how many browsers the user is logged in, and when one of them was last seen (ISO): null while no session is open. */
  sessions: z.int(),
  lastSeenAt: z.string().nullable(),
})
export type Person = z.infer<typeof person>

/** The orders of the list: by registration, by name, and by the number of submissions in the current run. */
export const peopleSorts = ['joined', 'name', 'submissions'] as const
export type PeopleSort = (typeof peopleSorts)[number]

export const peopleEndpoints = {
  list: get('/api/auth/users', 'view-admin-area', {
    summary: 'All users, by default the newest first; the next cursor is in X-Next-Cursor',
    /** `search` matches names, usernames and email addresses. */
    query: pageQuery.extend({
      sort: z.enum(peopleSorts).default('joined'),
      order: z.enum(['asc', 'desc']).default('desc'),
      search: z.string().trim().max(200).optional(),
      status: userStatus.optional(),
    }),
    /** A bare array. */
    response: z.array(person),
    compression: 'never',
  }),
  setStatus: put('/api/auth/users/:userId/status', 'manage-participants', {
    summary: 'Change the status of an account; for that of an admin, after a confirmation',
    confirmed: 'by-handler',
    limit: 'admin',
    body: z.strictObject({ status: userStatus }),
    errors: ['own-account', 'last-admin'],
  }),
  count: get('/api/auth/users/count', 'view-admin-area', {
    summary: 'Number of users',
    response: countResponse,
  }),
  countActive: get('/api/auth/users/active', 'view-admin-area', {
    summary: 'Number of active users',
    response: countResponse,
  }),
}
