import { z } from 'zod'
import { queryResponse } from '../endpoints/responses.ts'

/** `except`: the project that the admin has just rated or leaves out. */
export const nextUnratedQuery = z.object({ except: z.string().max(100).optional() })

/**
 * `projectId` is the project that has waited longest for an official rating and that no other admin has open; null if there is none.
 * `unrated` is the number of all projects without an official rating, `open` the number of projects that other admins have open.
 */
export const nextUnratedResponse = queryResponse.extend({
  projectId: z.string().nullable(),
  unrated: z.int(),
  open: z.int(),
})
export type NextUnratedResponse = z.infer<typeof nextUnratedResponse>
