// The webhooks of a process: their secrets, the addresses that this installation allows, and the deliveries.

import { randomInt, randomUUID } from 'node:crypto'
import {
  startWebhookDeliveries,
  type WebhookDeliveries,
  type WebhookDeliveriesDeps,
} from '@thirty/command-api/webhooks/deliveries/webhook-deliveries.ts'
import { turnOffFailing } from '@thirty/command-api/webhooks/turn-off-failing.ts'
import { webhookSecrets, type WebhookSecrets } from '@thirty/command-api/webhooks/webhook-secrets.ts'
import type { With } from '@thirty/command-api/parts.ts'
import { productName } from '@thirty/contracts/product.ts'
import type { AllowedAddresses } from '@thirty/contracts/webhooks/webhook-address.ts'
import { setWhenRead } from '@thirty/infra/metrics/metrics.ts'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import type { EntryStore } from '@thirty/infra/entry-store/entry-store.ts'
import { sealing } from '@thirty/infra/sealed-text.ts'
import { webhookSender } from '@thirty/infra/webhooks/webhook-sender.ts'
import about from '../../package.json' with { type: 'json' }
import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import type { ProcessContext } from '../lifecycle/process-context.ts'
import { throttledLog } from '../lifecycle/throttled-log.ts'

/** Encrypts under the key that must never change, because what it encrypted is in the log. */
export const openWebhookSecrets = ({ reservationKey }: Pick<Secrets, 'reservationKey'>): WebhookSecrets =>
  webhookSecrets(sealing(reservationKey, 'webhooks'))

/** Which addresses this installation allows. */
export const allowedAddresses = ({ isProduction, allowsPrivateWebhooks }: Config): AllowedAddresses => ({
  http: !isProduction,
  private: allowsPrivateWebhooks,
})

/** What deliveries need of a process. */
type DeliverySources = ProcessContext &
  Pick<WebhookDeliveriesDeps, 'log' | 'commands' | 'timeZone'> &
  With<'commands' | 'clock' | 'mail' | 'publicUrl'> & {
    live: Pick<WebhookDeliveriesDeps, 'broadcast'>
    entries: EntryStore
    secrets: Pick<Secrets, 'reservationKey'>
  }

/** Runs in every web process; a lease decides which of them delivers. */
export function startDeliveries(sources: DeliverySources): WebhookDeliveries {
  const { config, logger, figures, metrics, secrets, log, live, entries, commands } = sources
  const warn = throttledLog((_reason: string, error: unknown) =>
    logger.warn({ err: error }, 'webhooks could not be delivered; retrying'),
  )
  for (const outcome of ['delivered', 'retried', 'failed', 'gone'] as const)
    metrics.webhookTries.inc({ outcome }, 0)
  const turnOffWebhook = turnOffFailing({
    ...sources,
    onNotTold: (error) => logger.warn({ err: error }, 'nobody could be told that a webhook was turned off'),
  })
  const started = startWebhookDeliveries({
    log,
    store: entries,
    commands,
    scheduler: systemScheduler,
    timeZone: sources.timeZone,
    holder: randomUUID(),
    send: webhookSender({
      allowPrivate: config.allowsPrivateWebhooks,
      userAgent: `${productName}/${about.version}`,
    }),
    secrets: openWebhookSecrets(secrets),
    allowed: allowedAddresses(config),
    random: () => randomInt(1_000) / 1_000,
    broadcast: live.broadcast,
    onTried: (_webhook, outcome) => {
      figures.webhooks.count(outcome === 'delivered')
      metrics.webhookTries.inc({ outcome })
    },
    onLogReplaced: (error) =>
      logger.warn({ err: error }, 'the event log was put back; webhooks receive what happens from now on'),
    onError: (error) => warn(error instanceof Error ? error.name : 'unknown', error),
    turnOff: async (webhook, reason, since) => {
      const isOff = await turnOffWebhook(webhook, reason, since)
      if (isOff) logger.warn({ webhook, reason }, 'a webhook was turned off')
      return isOff
    },
  })
  figures.webhooks.countWaiting = started.waitingCount
  setWhenRead(metrics.waitingWebhooks, () => metrics.waitingWebhooks.set(started.waitingCount()))
  return started
}
