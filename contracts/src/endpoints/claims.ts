import { claimRequest, claimsResponse } from '../api/admin/claims.ts'
import { get, put, del } from './endpoint-definition.ts'
import { projectParams } from './path-parameters.ts'

export const claimEndpoints = {
  all: get('/api/admin/claims', {
    summary: 'Which admin has which project open to decide about it',
    access: 'view-admin-area',
    response: claimsResponse,
  }),
  claim: put('/api/admin/claims/:projectId', {
    summary:
      'Show the other admins for ten minutes that I have this project open, in place of the last one of this tab',
    access: 'review-projects',
    limit: 'admin',
    params: projectParams,
    body: claimRequest,
    response: claimsResponse,
    errors: ['project-not-found'],
  }),
  release: del('/api/admin/claims', {
    summary: 'Show the other admins that this tab has no project open any more',
    access: 'review-projects',
    limit: 'admin',
    body: claimRequest,
    response: claimsResponse,
  }),
}
