// Push messages: which browsers of a user receive them, the handlers with which a browser subscribes, and the function that sends them.
//
// Push messages are sent by the command that stored the event, because projections process
// events more than once. The id of the event is stored in the document of the subscriptions before the first message, so a message is sent
// once or not at all; the bell shows it in both cases. A subscription belongs to the session that made it. The session is compared with the log
// before every message, so logout, a new password and deactivation need no hook. Messages say no more than the bell. `infra/src/push` sends
// them with its own requests, because the address is user input: `web-push` would follow it into the network of the server.

import { isSessionOpen } from '@thirty/contracts/accounts/sessions.ts'
import { defaultLanguage, findAccountLanguage } from '@thirty/contracts/languages/languages.ts'
import {
  maxPushSubscriptions,
  pushEndpoints,
  pushSubscription,
  type PushContent,
} from '@thirty/contracts/notifications/api.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { PersonalDocuments } from '@thirty/infra/personal-documents/personal-documents.ts'
import { z } from 'zod'
import { loadChallenge } from '../../current-run.ts'
import type { Parts, PushNotice, With } from '../../parts.ts'
import { textsIn } from '../../texts.ts'
import { loadAccount, type Account } from '../account.ts'
import { refuseMissingAccount } from '../decide.ts'

/** A browser that receives push messages, and the session that it belongs to. `expiresAt` in milliseconds since 1970. */
const storedSubscription = pushSubscription.extend({
  session: z.object({ token: z.string(), version: z.int(), expiresAt: z.number() }),
})
export type StoredSubscription = z.infer<typeof storedSubscription>

/**
 * What is stored for a user: subscriptions, oldest first, and the ids of the newest events that a message was sent for. Not their positions,
 * as in older releases: after the log was put back to an older copy, another event has the position.
 */
const storedPush = z.object({ subscriptions: z.array(storedSubscription), sent: z.array(z.string()) })
type StoredPush = z.infer<typeof storedPush>

/** The collection of the personal documents that keeps subscriptions. */
const pushCollection = 'push'
/** Number of events that are remembered as sent. */
const keptEvents = 200

/** Reads the stored document; no document means no subscriptions. */
const parsePush = (document: unknown): StoredPush =>
  document === undefined ? { subscriptions: [], sent: [] } : storedPush.parse(document)

/** Changes the subscriptions of a user. `update` may be called several times. Throws `StoreUnavailable`. */
export const changeSubscriptions = (
  { personalDocuments }: { personalDocuments: Pick<PersonalDocuments, 'change'> },
  user: string,
  update: (push: StoredPush) => StoredPush,
): Promise<unknown> =>
  personalDocuments.change(user, pushCollection, (document) => {
    const push = update(parsePush(document))
    return push.subscriptions.length > 0 ? push : undefined
  })

const withoutEndpoints = (push: StoredPush, endpoints: readonly string[]): StoredPush => ({
  ...push,
  subscriptions: push.subscriptions.filter(({ endpoint: address }) => !endpoints.includes(address)),
})

/** Adds a subscription, or moves an existing one to another session. Beyond the maximum, the oldest one is dropped. */
export function addSubscription(push: StoredPush, added: StoredSubscription): StoredPush {
  const { subscriptions: others } = withoutEndpoints(push, [added.endpoint])
  return { ...push, subscriptions: [...others, added].slice(-maxPushSubscriptions) }
}

/** Whether the session of a subscription has not ended: by time, logout, another password, or because the account is not active. */
const isOpen = ({ session: { token: id, ...session } }: StoredSubscription, account: Account, now: number) =>
  account.status === 'active' && isSessionOpen({ id, ...session }, account, now)

export const pushHandlers = (parts: Parts): Endpoint[] => [
  endpoint(pushEndpoints.key)(async () => ({ publicKey: parts.pushPublicKey })),
  endpoint(pushEndpoints.subscribe)(async ({ caller, body }) => {
    const { id: token, version, expiresAt } = caller.token
    const added = { ...body, session: { token, version, expiresAt } }
    await changeSubscriptions(parts, caller.id, (push) => addSubscription(push, added))
    // Afterwards: a deletion in between has removed the subscriptions before this one was stored.
    if (await parts.isDeleted(caller.id)) {
      await parts.personalDocuments.removeAll(caller.id)
      refuseMissingAccount()
    }
    return {}
  }),
  endpoint(pushEndpoints.unsubscribe)(async ({ caller, body }) => {
    await changeSubscriptions(parts, caller.id, (push) => withoutEndpoints(push, [body.endpoint]))
    return {}
  }),
]

/** Older events are not sent any more, such as after a late retry of a command. */
const maxAgeMs = 60 * 60 * 1_000
/** How long a push service keeps a message for a browser that is not connected. */
const maxTtlMs = 24 * 60 * 60 * 1_000

/**
 * Sends a push message, if notifications are on, to the browsers of a user whose session has not ended. Resolves when the push services
 * have answered. Throws `StoreUnavailable`, `LogUnavailable`.
 */
export async function sendNotice(
  deps: With<'commands' | 'clock' | 'personalDocuments' | 'sendPush' | 'warn'>,
  user: string,
  notice: PushNotice,
): Promise<void> {
  const { commands, clock, personalDocuments, sendPush, warn } = deps
  const { event, expiresAt = Infinity, write, path, tag } = notice
  const ttlSeconds = Math.floor(Math.min(maxTtlMs, expiresAt - clock()) / 1_000)
  if (ttlSeconds <= 0 || clock() - Date.parse(event.at) > maxAgeMs) return
  // Most users have no subscription: nothing else is read for them.
  if (parsePush(await personalDocuments.load(user, pushCollection)).subscriptions.length === 0) return
  const [account, { options }] = await Promise.all([loadAccount(commands, user), loadChallenge(commands)])
  if (!options.notifications || account === undefined || !account.notifications.push) return

  // The event is claimed before the first message, so that no other process and no retry sends it again.
  let claimed: readonly StoredSubscription[] = []
  await changeSubscriptions(deps, user, ({ subscriptions, sent }) => {
    const open = subscriptions.filter((one) => isOpen(one, account, clock()))
    const isSent = sent.includes(event.id)
    claimed = isSent ? [] : open
    return { subscriptions: open, sent: isSent ? sent : [...sent, event.id].slice(-keptEvents) }
  })
  const texts = textsIn(findAccountLanguage(account.language) ?? defaultLanguage)
  const content: PushContent = { ...write(texts), path, tag }
  const message = { payload: JSON.stringify(content), ttlSeconds }
  const results = await Promise.all(
    claimed.map(({ endpoint: address, keys }) => sendPush({ endpoint: address, keys }, message)),
  )
  const gone = claimed.flatMap((one, index) => (results[index] === 'gone' ? [one.endpoint] : []))
  if (gone.length > 0) await changeSubscriptions(deps, user, (push) => withoutEndpoints(push, gone))
  if (results.includes('failed')) warn?.('a push service did not accept a message; it is not sent again')
}
