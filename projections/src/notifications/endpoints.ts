import { notificationCalls } from '@thirty/contracts/calls/notifications.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { NotificationQueries } from './query.ts'

export const notificationEndpoints = (notifications: NotificationQueries): Endpoint[] => [
  endpoint(notificationCalls.list)(({ query, caller }) => notifications(query, caller)),
]
