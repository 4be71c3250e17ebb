import {
  notificationsResponse,
  notificationsQuery,
  readNotificationsResponse,
  readNotificationsRequest,
} from '../../api/community/notifications.ts'
import { get, post } from '../endpoint-definition.ts'

export const notificationEndpoints = {
  list: get('/api/notifications', {
    summary: 'My notifications, newest first; for admins the submissions that wait for review, oldest first',
    access: 'signed-in',
    query: notificationsQuery,
    response: notificationsResponse,
  }),
  read: post('/api/notifications/read', {
    summary: 'Mark my notifications up to a position, or single ones, as read; this cannot be undone',
    access: 'signed-in',
    limit: 'command',
    body: readNotificationsRequest,
    response: readNotificationsResponse,
  }),
}
