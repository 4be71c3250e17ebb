import type { PushContent } from '@thirty/contracts/api/accounts/push.ts'
import type { Recorded } from './fold.ts'

/** A push message about an event. */
export type PushNotice = PushContent & {
  event: Pick<Recorded, 'at' | 'position'>
  /** When it is of no use any more, in milliseconds since 1970; after a day when missing. */
  expiresAt?: number
}

/** Sends a push message to the browsers of a user in the background, once for each event. */
export type NotifyByPush = (user: string, notice: PushNotice) => void
