// The search for participants and projects in the admin area.

import { z } from 'zod'
import { namedUser } from '../accounts/person-summary-api.ts'
import { projectStatus } from '../projects/api.ts'
import { liveResponse } from '../endpoints/responses.ts'
import { get } from '../endpoints/endpoint-definition.ts'

/** `q`: words or beginnings of words. `limit`: maximum number of participants, and of projects, in the response. */
export const searchQuery = z.object({
  q: z.string().trim().max(100),
  limit: z.coerce.number().int().min(1).max(20).default(6),
})
export type SearchQuery = z.infer<typeof searchQuery>

const foundParticipant = z.object({
  _id: z.string(),
  fullName: z.string(),
  username: z.string().nullable(),
  email: z.string(),
  profileImage: z.string().nullable(),
})
export type FoundParticipant = z.infer<typeof foundParticipant>

const foundProject = z.object({
  _id: z.string(),
  projectName: z.string(),
  day: z.int(),
  status: projectStatus,
  thumbnailUrl: z.string().nullable(),
  /** `username` tells people with one name apart; missing for accounts without one. */
  user: namedUser.extend({ username: z.string().optional() }),
})
export type FoundProject = z.infer<typeof foundProject>

/**
 * Exact matches first, then names that begin with the query, then the rest; within these groups the newest projects come
 * first. Every word of the query must begin a word of the result; case and accents are ignored. An empty query matches
 * nothing.
 */
export const searchResponse = liveResponse.extend({
  participants: z.array(foundParticipant),
  projects: z.array(foundProject),
})
export type SearchResponse = z.infer<typeof searchResponse>

export const searchEndpoints = {
  search: get('/api/admin/search', 'view-admin-area', {
    summary: 'Search participants by name, username and email address, and projects by name and participant',
    query: searchQuery,
    response: searchResponse,
    compression: 'never',
  }),
}
