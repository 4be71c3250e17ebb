import { endPushRequest, pushKeyResponse, pushResponse, pushSubscription } from '../../api/accounts/push.ts'
import { defineEndpoint } from '../endpoint-definition.ts'

export const pushEndpoints = {
  key: defineEndpoint({
    method: 'GET',
    path: '/api/push',
    summary: 'The public key with which a browser subscribes to push messages',
    access: 'participants',
    limit: 'query',
    response: pushKeyResponse,
  }),
  subscribe: defineEndpoint({
    method: 'PUT',
    path: '/api/push/subscription',
    summary: 'Send push messages to this browser until its session ends',
    access: 'participants',
    limit: 'command',
    body: pushSubscription,
    response: pushResponse,
    errors: ['not-signed-in'],
  }),
  unsubscribe: defineEndpoint({
    method: 'DELETE',
    path: '/api/push/subscription',
    summary: 'Send no more push messages to a browser',
    access: 'participants',
    limit: 'command',
    body: endPushRequest,
    response: pushResponse,
  }),
}
