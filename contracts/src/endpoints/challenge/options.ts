import { changeOptionsRequest, changeOptionsResponse, optionsResponse } from '../../api/challenge/options.ts'
import { get, put } from '../endpoint-definition.ts'

export const optionEndpoints = {
  current: get('/api/admin/challenge/options', {
    summary:
      'The options of the challenge: notifications, email reminders, wanted ratings, normalised scores, two-factor sign-in for owners and networks of an event',
    access: 'view-admin-area',
    response: optionsResponse,
  }),
  change: put('/api/admin/challenge/options', {
    summary:
      'Change options of the challenge; missing ones stay. Two-factor sign-in for owners and networks of an event are for owners; the former ends after a confirmation',
    access: 'run-challenge',
    confirmed: 'by-handler',
    limit: 'change-challenge',
    body: changeOptionsRequest,
    response: changeOptionsResponse,
    errors: ['conflict', 'no-second-factor', 'invalid-fields'],
  }),
}
