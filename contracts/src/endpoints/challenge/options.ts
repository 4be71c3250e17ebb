import { changeOptionsRequest, changeOptionsResponse, optionsResponse } from '../../api/challenge/options.ts'
import { defineEndpoint } from '../endpoint-definition.ts'

export const optionEndpoints = {
  current: defineEndpoint({
    method: 'GET',
    path: '/api/admin/challenge/options',
    summary: 'Whether notifications and email reminders are on',
    access: 'view-admin-area',
    limit: 'query',
    response: optionsResponse,
  }),
  change: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/challenge/options',
    summary: 'Switch notifications or email reminders on or off for all participants; missing options stay',
    access: 'run-challenge',
    limit: 'admin',
    body: changeOptionsRequest,
    response: changeOptionsResponse,
    errors: ['conflict'],
  }),
}
