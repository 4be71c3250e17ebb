import { z } from 'zod'
import { page } from '../api/answers.ts'
import { ratingsAnswer, submitRatingAnswer, submitRatingRequest } from '../api/ratings.ts'
import { call } from './call.ts'

export const ratingCalls = {
  submit: call({
    method: 'POST',
    path: '/api/ratings/submit',
    summary: 'Rate a project on five criteria; rating again replaces',
    may: 'signed-in',
    limit: 'rate',
    body: submitRatingRequest,
    answer: submitRatingAnswer,
    refuses: ['project-not-found', 'own-project', 'not-rateable', 'no-criterion', 'challenge-was-reset'],
  }),
  ofProject: call({
    method: 'GET',
    path: '/api/ratings/project/:projectId',
    summary: 'Ratings of a project, newest first',
    may: 'everyone',
    limit: 'query',
    params: z.object({ projectId: z.string().max(100) }),
    query: page,
    answer: ratingsAnswer,
    refuses: ['project-not-found'],
  }),
}
