import {
  notificationsAnswer,
  notificationsQuery,
  readNotificationsAnswer,
  readNotificationsRequest,
} from '../api/notifications.ts'
import { call } from './call.ts'

export const notificationCalls = {
  list: call({
    method: 'GET',
    path: '/api/notifications',
    summary: 'What happened to my projects, newest first; for admins what waits for review, oldest first',
    may: 'signed-in',
    limit: 'query',
    query: notificationsQuery,
    answer: notificationsAnswer,
  }),
  read: call({
    method: 'POST',
    path: '/api/notifications/read',
    summary: 'Mark my notifications up to a position as read; there is no way back',
    may: 'signed-in',
    limit: 'command',
    body: readNotificationsRequest,
    answer: readNotificationsAnswer,
  }),
}
