import {
  declareConflictRequest,
  judgedProjectsQuery,
  judgedProjectsResponse,
  judgingCommandResponse,
  judgingResponse,
  normalisedStandingsResponse,
  ownJudgingQuery,
  ownJudgingResponse,
  withdrawConflictRequest,
} from '../api/admin/judging.ts'
import { get, post, put, del } from './endpoint-definition.ts'
import { projectParams } from './path-parameters.ts'

export const judgingEndpoints = {
  overview: get('/api/admin/judging', {
    summary:
      'How the reviewers rate: scales, bias, coverage, disagreements, conflicts of interest and calibration',
    access: 'view-admin-area',
    response: judgingResponse,
  }),
  projects: get('/api/admin/judging/projects', {
    summary: 'The projects with official ratings, raw and normalised, those with the widest spread first',
    access: 'view-admin-area',
    query: judgedProjectsQuery,
    response: judgedProjectsResponse,
  }),
  standings: get('/api/admin/judging/standings', {
    summary: 'The leaderboard beside the standings by normalised averages',
    access: 'view-admin-area',
    response: normalisedStandingsResponse,
  }),
  mine: get('/api/admin/judging/mine', {
    summary: 'What I need to know while I rate: wanted ratings, my calibration, and my conflicts of interest',
    access: 'view-admin-area',
    query: ownJudgingQuery,
    response: ownJudgingResponse,
  }),
  declareConflict: post('/api/admin/judging/conflicts', {
    summary: 'Declare a conflict of interest with a participant, for me or for another admin',
    access: 'review-projects',
    limit: 'admin',
    body: declareConflictRequest,
    response: judgingCommandResponse,
    errors: ['user-not-found', 'quota-reached', 'too-many', 'conflict'],
  }),
  withdrawConflict: del('/api/admin/judging/conflicts', {
    summary: 'Take back a conflict of interest with a participant',
    access: 'review-projects',
    limit: 'admin',
    body: withdrawConflictRequest,
    response: judgingCommandResponse,
    errors: ['conflict'],
  }),
  addCalibration: put('/api/admin/judging/calibration/:projectId', {
    summary: 'Ask every reviewer to rate this project first',
    access: 'run-challenge',
    limit: 'admin',
    params: projectParams,
    response: judgingCommandResponse,
    errors: ['project-not-found', 'not-rateable', 'quota-reached', 'challenge-was-reset', 'conflict'],
  }),
  removeCalibration: del('/api/admin/judging/calibration/:projectId', {
    summary: 'No longer ask every reviewer to rate this project first',
    access: 'run-challenge',
    limit: 'admin',
    params: projectParams,
    response: judgingCommandResponse,
    errors: ['project-not-found', 'challenge-was-reset', 'conflict'],
  }),
}
