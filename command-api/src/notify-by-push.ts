// The types with which any concept sends a push message; `accounts/push/push-notifier.ts` does it.

import type { PushContent } from '@thirty/contracts/notifications/push-api.ts'
import type { Recorded } from './fold.ts'
import type { Texts } from './texts.ts'

/** A push message about an event. */
export type PushNotice = Pick<PushContent, 'path' | 'tag'> & {
  /** Returns what it says, in the language of the account. */
  write: (texts: Texts) => Pick<PushContent, 'title' | 'body'>
  event: Pick<Recorded, 'id' | 'at'>
  /** When it is of no use any more, in milliseconds since 1970; after a day when missing. */
  expiresAt?: number
}

/** Sends a push message to the browsers of a user in the background, once for each event. */
export type NotifyByPush = (user: string, notice: PushNotice) => void
