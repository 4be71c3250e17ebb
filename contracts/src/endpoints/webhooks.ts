import { z } from 'zod'
import {
  changeWebhookRequest,
  deliveriesResponse,
  deliveryResponse,
  webhookResponse,
  webhookSecretResponse,
  webhookSettings,
  webhooksResponse,
} from '../api/admin/webhooks.ts'
import { get, post, put, del } from './endpoint-definition.ts'
import { idParam } from './path-parameters.ts'

const webhookParams = z.object({ webhookId: idParam })
const deliveryParams = webhookParams.extend({ deliveryId: idParam })

export const webhookEndpoints = {
  all: get('/api/admin/webhooks', {
    summary: 'All webhooks with their state, without their secrets',
    access: 'manage-webhooks',
    response: webhooksResponse,
    compression: 'never',
  }),
  create: post('/api/admin/webhooks', {
    summary: 'Create a webhook; the response is the only one with its secret',
    access: 'manage-webhooks',
    limit: 'admin',
    body: webhookSettings,
    status: 201,
    response: webhookSecretResponse,
    compression: 'never',
    errors: ['invalid-fields', 'quota-reached', 'conflict'],
  }),
  change: put('/api/admin/webhooks/:webhookId', {
    summary: 'Change a webhook or turn it on or off; missing settings stay',
    access: 'manage-webhooks',
    limit: 'admin',
    params: webhookParams,
    body: changeWebhookRequest,
    response: webhookResponse,
    errors: ['webhook-not-found', 'invalid-fields', 'conflict'],
  }),
  rotate: post('/api/admin/webhooks/:webhookId/rotate', {
    summary: 'Replace the secret; for 24 hours deliveries are signed with the old one, too',
    access: 'manage-webhooks',
    limit: 'admin',
    params: webhookParams,
    response: webhookSecretResponse,
    compression: 'never',
    errors: ['webhook-not-found', 'conflict'],
  }),
  remove: del('/api/admin/webhooks/:webhookId', {
    summary: 'Delete a webhook with its deliveries',
    access: 'manage-webhooks',
    limit: 'admin',
    params: webhookParams,
    response: webhookResponse,
    errors: ['webhook-not-found', 'conflict'],
  }),
  ping: post('/api/admin/webhooks/:webhookId/ping', {
    summary: 'Send a test event of the type `ping`, once',
    access: 'manage-webhooks',
    limit: 'admin',
    params: webhookParams,
    response: deliveryResponse,
    errors: ['webhook-not-found'],
  }),
  deliveries: get('/api/admin/webhooks/:webhookId/deliveries', {
    summary: 'The newest 200 deliveries of a webhook',
    access: 'manage-webhooks',
    params: webhookParams,
    response: deliveriesResponse,
    errors: ['webhook-not-found'],
  }),
  sendAgain: post('/api/admin/webhooks/:webhookId/deliveries/:deliveryId/send', {
    summary: 'Send a delivery again, with the same webhook-id',
    access: 'manage-webhooks',
    limit: 'admin',
    params: deliveryParams,
    response: deliveryResponse,
    errors: ['webhook-not-found', 'delivery-not-found'],
  }),
}
