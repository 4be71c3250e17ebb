import { z } from 'zod'
import {
  discardDraftRequest,
  draftResponse,
  draftsResponse,
  saveDraftRequest,
} from '../../api/projects/drafts.ts'
import { totalDays } from '../../rules/challenge-day.ts'
import { get, put, del } from '../endpoint-definition.ts'

const dayParams = z.object({ day: z.coerce.number().int().min(1).max(totalDays) })

export const draftEndpoints = {
  all: get('/api/drafts', {
    summary: 'My drafts of projects, by day',
    access: 'participants',
    response: draftsResponse,
  }),
  save: put('/api/drafts/:day', {
    summary: 'Save what I have typed for a day; versions that other devices wrote meanwhile stay beside it',
    access: 'participants',
    limit: 'draft',
    params: dayParams,
    body: saveDraftRequest,
    response: draftResponse,
    errors: ['day-already-taken', 'quota-reached', 'not-signed-in'],
  }),
  discard: del('/api/drafts/:day', {
    summary: 'Discard versions of my draft of a day',
    access: 'participants',
    limit: 'draft',
    params: dayParams,
    body: discardDraftRequest,
    response: draftResponse,
  }),
}
