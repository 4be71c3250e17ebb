import { endPushRequest, pushKeyResponse, pushResponse, pushSubscription } from '../../api/accounts/push.ts'
import { get, put, del } from '../endpoint-definition.ts'

export const pushEndpoints = {
  key: get('/api/push', {
    summary: 'The public key with which a browser subscribes to push messages',
    access: 'participants',
    response: pushKeyResponse,
  }),
  subscribe: put('/api/push/subscription', {
    summary: 'Send push messages to this browser until its session ends',
    access: 'participants',
    limit: 'command',
    body: pushSubscription,
    response: pushResponse,
    errors: ['not-signed-in'],
  }),
  unsubscribe: del('/api/push/subscription', {
    summary: 'Send no more push messages to a browser',
    access: 'participants',
    limit: 'command',
    body: endPushRequest,
    response: pushResponse,
  }),
}
