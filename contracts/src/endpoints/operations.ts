import { z } from 'zod'
import { operationResponse, startOperationRequest } from '../api/admin/operations.ts'
import { commandResponse } from '../api/responses.ts'
import { defineEndpoint } from './endpoint-definition.ts'
import { userParams } from './path-parameters.ts'

/** What operators do from a shell on the machine of the server (`npm run ops`). */
export const operationEndpoints = {
  makeAdmin: defineEndpoint({
    method: 'POST',
    path: '/api/operations/users/:userId/admin',
    summary: 'Give an active user the rights of an admin, who is not ranked any more',
    access: 'operators',
    limit: 'admin',
    params: userParams,
    response: commandResponse,
    errors: ['user-not-found', 'account-inactive', 'conflict'],
  }),
  resetTwoFactor: defineEndpoint({
    method: 'POST',
    path: '/api/operations/users/:userId/two-factor/reset',
    summary: 'Remove all second factors and recovery codes of a user who has lost them, and end all sessions',
    access: 'operators',
    limit: 'admin',
    params: userParams,
    response: commandResponse,
    errors: ['user-not-found', 'no-second-factor', 'conflict'],
  }),
  start: defineEndpoint({
    method: 'POST',
    path: '/api/operations/runs',
    summary: 'Compare the read models with the log, or rebuild them; one at a time',
    access: 'operators',
    limit: 'admin',
    body: startOperationRequest,
    status: 201,
    response: operationResponse,
    errors: ['conflict'],
  }),
  one: defineEndpoint({
    method: 'GET',
    path: '/api/operations/runs/:operationId',
    summary: 'How far an operation is',
    access: 'operators',
    limit: 'query',
    params: z.object({ operationId: z.string().max(64) }),
    response: operationResponse,
    errors: ['not-found'],
  }),
}
