import type { PushContent } from '@thirty/contracts/api/accounts/push.ts'
import type { Recorded } from './fold.ts'

/** A push message about an event. */
export type PushNotice = PushContent & { event: Pick<Recorded, 'at' | 'position'> }

/** Sends a push message to the browsers of a user in the background, once for each event. */
export type NotifyByPush = (user: string, notice: PushNotice) => void
