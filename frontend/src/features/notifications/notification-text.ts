import type { Actor, Notification } from '@thirty/contracts/notifications/api.ts'
import {
  notificationText,
  type NotificationContent,
} from '@thirty/contracts/notifications/notification-text.ts'
import { formatProjectName } from '../../shared/format/format-name.ts'
import { distinctNames, type NameOf } from '../../shared/people/people.tsx'

/**
 * Returns a notification as a sentence in the language of this page, made by the rule with which the server has made the English one. `now` in
 * milliseconds since 1970, which may be later than that of the server. `nameOf` names people as in the list around it.
 */
export const formatNotification = (
  notification: NotificationContent,
  now: number,
  nameOf: NameOf = distinctNames(peopleIn([notification])),
): string => formatProjectName(notificationText(notification, now, nameOf).message)

/** Returns everybody whom these notifications name. */
export const peopleIn = (notifications: readonly (NotificationContent | Notification)[]): Actor[] =>
  notifications.flatMap((one) => ('people' in one ? one.people : 'by' in one ? [one.by] : []))
