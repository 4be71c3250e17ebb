import {
  notificationsResponse,
  notificationsQuery,
  readNotificationsResponse,
  readNotificationsRequest,
} from '../../api/community/notifications.ts'
import { defineEndpoint } from '../endpoint-definition.ts'

export const notificationEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/notifications',
    summary: 'My notifications, newest first; for admins the submissions that wait for review, oldest first',
    access: 'signed-in',
    limit: 'query',
    query: notificationsQuery,
    response: notificationsResponse,
  }),
  read: defineEndpoint({
    method: 'POST',
    path: '/api/notifications/read',
    summary: 'Mark my notifications up to a position, or single ones, as read; this cannot be undone',
    access: 'signed-in',
    limit: 'command',
    body: readNotificationsRequest,
    response: readNotificationsResponse,
  }),
}
