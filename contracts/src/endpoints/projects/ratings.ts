import { pageQuery } from '../../api/responses.ts'
import {
  ownRatingResponse,
  ratingsResponse,
  submitRatingResponse,
  submitRatingRequest,
} from '../../api/projects/ratings.ts'
import { get, post } from '../endpoint-definition.ts'
import { projectParams } from '../path-parameters.ts'

export const ratingEndpoints = {
  submit: post('/api/ratings/submit', {
    summary: 'Rate a project on five criteria; a second rating replaces the first',
    access: 'raters',
    limit: 'rate',
    body: submitRatingRequest,
    response: submitRatingResponse,
    errors: [
      'project-not-found',
      'own-project',
      'conflict-of-interest',
      'not-rateable',
      'no-criterion',
      'changed-meanwhile',
      'challenge-was-reset',
    ],
  }),
  ofProject: get('/api/ratings/project/:projectId', {
    summary: 'Ratings of a project, newest first',
    access: 'everyone',
    params: projectParams,
    query: pageQuery,
    response: ratingsResponse,
    errors: ['project-not-found'],
  }),
  mine: get('/api/ratings/project/:projectId/mine', {
    summary: 'My rating of a project',
    access: 'signed-in',
    params: projectParams,
    response: ownRatingResponse,
    errors: ['project-not-found'],
  }),
}
