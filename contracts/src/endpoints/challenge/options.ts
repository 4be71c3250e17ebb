import { changeOptionsRequest, changeOptionsResponse, optionsResponse } from '../../api/challenge/options.ts'
import { defineEndpoint } from '../endpoint-definition.ts'

export const optionEndpoints = {
  current: defineEndpoint({
    method: 'GET',
    path: '/api/admin/challenge/options',
    summary: 'Whether notifications and email reminders are on, and whether owners need two-factor sign-in',
    access: 'admins',
    limit: 'query',
    response: optionsResponse,
  }),
  change: defineEndpoint({
    method: 'PUT',
    path: '/api/admin/challenge/options',
    summary:
      'Switch notifications, email reminders or the need of two-factor sign-in for owners on or off; missing options stay',
    access: 'admins',
    limit: 'admin',
    body: changeOptionsRequest,
    response: changeOptionsResponse,
    errors: ['conflict', 'no-second-factor'],
  }),
}
