import { z } from 'zod'
import { operationResponse, startOperationRequest } from '../api/admin/operations.ts'
import { commandResponse } from '../api/responses.ts'
import { get, post } from './endpoint-definition.ts'
import { userParams } from './path-parameters.ts'

/** What operators do from a shell on the machine of the server (`npm run ops`). */
export const operationEndpoints = {
  makeAdmin: post('/api/operations/users/:userId/admin', {
    summary: 'Give an active user the rights of an admin, who is not ranked any more',
    access: 'operators',
    limit: 'admin',
    params: userParams,
    response: commandResponse,
    errors: ['user-not-found', 'account-inactive', 'conflict'],
  }),
  resetTwoFactor: post('/api/operations/users/:userId/two-factor/reset', {
    summary: 'Remove all second factors and recovery codes of a user who has lost them, and end all sessions',
    access: 'operators',
    limit: 'admin',
    params: userParams,
    response: commandResponse,
    errors: ['user-not-found', 'no-second-factor', 'conflict'],
  }),
  start: post('/api/operations/runs', {
    summary: 'Compare the read models with the log, or rebuild them; one at a time',
    access: 'operators',
    limit: 'admin',
    body: startOperationRequest,
    status: 201,
    response: operationResponse,
    errors: ['conflict'],
  }),
  one: get('/api/operations/runs/:operationId', {
    summary: 'How far an operation is',
    access: 'operators',
    params: z.object({ operationId: z.string().max(64) }),
    response: operationResponse,
    errors: ['not-found'],
  }),
}
