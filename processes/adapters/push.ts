import { pushSender, type PushConnection, type SendPush } from '@thirty/infra/push/push-sender.ts'
import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import type { ProcessContext } from '../lifecycle/process-context.ts'
import { throttledLog } from '../lifecycle/throttled-log.ts'

/** Returns what sends push messages. `connection`: see `WebCoreOptions`. */
export function openPush(
  { config, logger, figures }: ProcessContext,
  { vapidKeys: keys }: Pick<Secrets, 'vapidKeys'>,
  connection?: PushConnection,
): { sendPush: SendPush; pushPublicKey: string; onPushFailed: () => void } {
  const warn = throttledLog((message: string) => logger.warn(message))
  const send = pushSender({ keys, contact: contactOf(config), connection })
  return {
    sendPush: async (subscription, message) => {
      const result = await send(subscription, message)
      // A subscription that is gone was given up by its owner.
      if (result !== 'gone') figures.push.count(result === 'sent')
      return result
    },
    pushPublicKey: keys.publicKey,
    onPushFailed: () => warn('a push service did not accept a message; it is not sent again'),
  }
}

/** How operators of push services reach the operator of this installation; they accept no other kinds of addresses. */
const contactOf = ({ publicUrl, mailFrom }: Config): string =>
  publicUrl.protocol === 'https:' ? publicUrl.origin : `mailto:${mailFrom.address}`
