import { notificationEvents, type NotificationEvent } from '@thirty/contracts/events/notifications.ts'
import { nothingRead, type ReadMark } from '@thirty/contracts/rules/read-mark.ts'
import type { Fold } from '../fold.ts'

export const evolve = (_mark: ReadMark, { data }: NotificationEvent): ReadMark => data

export const readMarkFold: Fold<ReadMark, NotificationEvent> = {
  events: notificationEvents,
  initial: nothingRead,
  evolve,
}
