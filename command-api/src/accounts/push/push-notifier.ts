// Sends push messages to the browsers of a user; `changeSubscriptions` stores which browsers these are.
//
// Push messages are sent by the command that stored the event, because projections process
// events more than once. The id of the event is stored in the document of the subscriptions before the first message, so a message is sent
// once or not at all; the bell shows it in both cases. A subscription belongs to the session that made it. The session is compared with the log
// before every message, so logout, a new password and deactivation need no hook. Messages say no more than the bell. `infra/src/push` sends
// them with its own requests, because the address is user input: `web-push` would follow it into the network of the server.

import type { PushContent } from '@thirty/contracts/notifications/push-api.ts'
import { defaultLanguage, findAccountLanguage } from '@thirty/contracts/languages/languages.ts'
import type { PersonalDocuments } from '@thirty/infra/personal-documents/personal-documents.ts'
import type { SendPush } from '@thirty/infra/push/push-sender.ts'
import type { With } from '../../parts.ts'
import { textsIn } from '../../texts.ts'
import type { NotifyByPush, PushNotice } from '../../notify-by-push.ts'
import { loadChallenge } from '../../current-run.ts'
import { loadAccount } from '../load-account.ts'
import {
  claimEvent,
  parsePush,
  toDocument,
  withoutEndedSessions,
  withoutEndpoints,
  type StoredPush,
  type StoredSubscription,
} from './subscriptions.ts'

export type PushNotifierDeps = With<'commands' | 'clock' | 'personalDocuments'> & {
  sendPush: SendPush
  /** Called when a push service did not accept a message. */
  onPushFailed?: () => void
}

/** The collection of the personal documents that keeps subscriptions. */
const pushCollection = 'push'

/** Older events are not sent any more, such as after a late retry of a command. */
const maxAgeMs = 60 * 60 * 1_000
/** How long a push service keeps a message for a browser that is not connected. */
const maxTtlMs = 24 * 60 * 60 * 1_000

/** Creates the function that sends push messages, if notifications are on, to the browsers whose session has not ended. */
export function pushNotifier(deps: PushNotifierDeps & With<'runInBackground'>): NotifyByPush {
  return (user, notice) => deps.runInBackground(() => sendNotice(deps, user, notice))
}

/**
 * Sends a push message as `pushNotifier` does, and resolves when the push services have answered. Throws `StoreUnavailable`,
 * `LogUnavailable`.
 */
export async function sendNotice(deps: PushNotifierDeps, user: string, notice: PushNotice): Promise<void> {
  const { commands, clock, personalDocuments, sendPush, onPushFailed } = deps
  const { event, expiresAt = Infinity, write, path, tag } = notice
  const ttlSeconds = Math.floor(Math.min(maxTtlMs, expiresAt - clock()) / 1_000)
  if (ttlSeconds <= 0) return
  if (clock() - Date.parse(event.at) > maxAgeMs) return
  // Most users have no subscription: nothing else is read for them.
  if (parsePush(await personalDocuments.load(user, pushCollection)).subscriptions.length === 0) return
  const [account, { options }] = await Promise.all([loadAccount(commands, user), loadChallenge(commands)])
  if (!options.notifications || account === undefined || !account.notifications.push) return

  // The event is claimed before the first message, so that no other process and no retry sends it again.
  let claimed: readonly StoredSubscription[] = []
  await changeSubscriptions(deps, user, (push) => {
    const live = withoutEndedSessions(push, account, clock())
    const after = claimEvent(live, event.id)
    claimed = after?.subscriptions ?? []
    return after ?? live
  })
  const texts = textsIn(findAccountLanguage(account.language) ?? defaultLanguage)
  const content: PushContent = { ...write(texts), path, tag }
  const message = { payload: JSON.stringify(content), ttlSeconds }
  const results = await Promise.all(
    claimed.map(({ endpoint, keys }) => sendPush({ endpoint, keys }, message)),
  )
  const gone = claimed.flatMap(({ endpoint }, index) => (results[index] === 'gone' ? [endpoint] : []))
  if (gone.length > 0) await changeSubscriptions(deps, user, (push) => withoutEndpoints(push, gone))
  if (results.includes('failed')) onPushFailed?.()
}

/** Changes the subscriptions of a user. `update` may be called several times. Throws `StoreUnavailable`. */
export const changeSubscriptions = (
  { personalDocuments }: { personalDocuments: Pick<PersonalDocuments, 'change'> },
  user: string,
  update: (push: StoredPush) => StoredPush,
): Promise<void> =>
  personalDocuments.change(user, pushCollection, (document) => toDocument(update(parsePush(document))))
