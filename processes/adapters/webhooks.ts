// The deliveries of a process to webhooks, and what is logged and counted of them.

import { randomInt, randomUUID } from 'node:crypto'
import { startWebhookDeliveries } from '@thirty/command-api/webhooks/deliveries/webhook-deliveries.ts'
import { turnOffFailing } from '@thirty/command-api/webhooks/turn-off-failing.ts'
import { productName } from '@thirty/contracts/product.ts'
import { setWhenRead } from '@thirty/infra/metrics/metrics.ts'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import { webhookSender } from '@thirty/infra/webhooks/webhook-sender.ts'
import about from '../../package.json' with { type: 'json' }
import type { WebCore } from '../core.ts'
import { throttledLog } from '../lifecycle/throttled-log.ts'

/** Runs in every web process; a lease decides which of them delivers. */
export function startDeliveries(core: WebCore) {
  const { config, logger, figures, metrics, log, live, entries, commands } = core
  const warn = throttledLog((_reason: string, error: unknown) =>
    logger.warn({ err: error }, 'webhooks could not be delivered; retrying'),
  )
  for (const outcome of ['delivered', 'retried', 'failed', 'gone'] as const)
    metrics.webhookTries.inc({ outcome }, 0)
  const turnOffWebhook = turnOffFailing({
    ...core,
    onNotTold: (error) => logger.warn({ err: error }, 'nobody could be told that a webhook was turned off'),
  })
  const started = startWebhookDeliveries({
    log,
    store: entries,
    commands,
    scheduler: systemScheduler,
    timeZone: core.timeZone,
    holder: randomUUID(),
    send: webhookSender({
      allowPrivate: config.allowsPrivateWebhooks,
      userAgent: `${productName}/${about.version}`,
    }),
    secrets: core.webhookSecrets,
    allowed: core.webhookAddresses,
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
