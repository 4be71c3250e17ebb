// Images by which other sites show a link to this one: PNG, 1200 × 630 px.

import { z } from 'zod'
import { get } from '../endpoints/endpoint-definition.ts'

/** The language of the words on the card; English for an unknown one. */
const cardQuery = z.object({ language: z.string().max(35).default('en') })

const cardEndpoint = { query: cardQuery, limit: 'card', download: ['image/png'] } as const

export const cardEndpoints = {
  project: get('/api/cards/projects/:projectId', 'everyone', {
    ...cardEndpoint,
    summary: 'The share card of a project',
  }),
  participant: get('/api/cards/users/:userId', 'everyone', {
    ...cardEndpoint,
    summary: 'The share card of a participant',
  }),
  certificate: get('/api/cards/certificates/:code', 'everyone', {
    ...cardEndpoint,
    limit: 'certificate',
    summary: 'The share card of a certificate',
    errors: ['certificate-not-found'],
  }),
}
