import { notificationEndpoints } from '@thirty/contracts/api/community/notifications.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { NotificationQueries } from './query.ts'

export const notificationHandlers = (notifications: NotificationQueries): Endpoint[] => [
  endpoint(notificationEndpoints.list)(({ query, caller }) => notifications(query, caller)),
]
