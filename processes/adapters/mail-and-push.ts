// How a process sends emails, over SMTP if it is configured, otherwise to files in the data folder, whose paths are logged; and push messages.

import { join } from 'node:path'
import type { EntryStore } from '@thirty/infra/entry-store/entry-store.ts'
import type { DeliveryQueueOptions } from '@thirty/infra/mail/delivery-queue.ts'
import type { DeliveryReport, Mailer } from '@thirty/infra/mail/mail.ts'
import { outboxMailer } from '@thirty/infra/mail/outbox.ts'
import { smtpMailer } from '@thirty/infra/mail/smtp.ts'
import { storedEmailsIn } from '@thirty/infra/mail/stored-emails.ts'
import { setWhenRead } from '@thirty/infra/metrics/metrics.ts'
import { pushSender, type PushConnection, type SendPush } from '@thirty/infra/push/push-sender.ts'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import { sealing } from '@thirty/infra/sealed-text.ts'
import type { Secrets } from '../config/secrets.ts'
import { type ProcessContext, throttledLog } from '../lifecycle/process-context.ts'

export function openMail(
  { config, logger, metrics, figures }: ProcessContext,
  { reservationKey }: Pick<Secrets, 'reservationKey'>,
  entries: EntryStore,
  takesOver: DeliveryQueueOptions['takesOver'] = config.redisUrl === undefined ? 'all' : 'abandoned',
): Mailer {
  const { smtp, mailFrom: from, dataDir } = config
  const logDelivery = deliveryLog(logger)
  // Prometheus sees no increase in a counter that first appears as 1.
  for (const outcome of ['delivered', 'later', 'lost'] as const) metrics.mails.inc({ outcome }, 0)
  const options = {
    from,
    emails: storedEmailsIn(entries, sealing(reservationKey, 'letters')),
    takesOver,
    scheduler: systemScheduler,
    reportDelivery: (delivery: DeliveryReport): void => {
      metrics.mails.inc({ outcome: delivery.outcome })
      figures.mail.count(delivery.outcome === 'delivered')
      logDelivery(delivery)
    },
  }
  const mailer =
    smtp === undefined
      ? outboxMailer({ ...options, folder: join(dataDir, 'outbox') })
      : smtpMailer({ ...options, ...smtp })
  figures.mail.countWaiting = () => mailer.pendingCount()
  setWhenRead(metrics.pendingMails, () => metrics.pendingMails.set(mailer.pendingCount()))
  return mailer
}

/** Logs the delivery of emails, never their content or recipient. */
function deliveryLog(logger: ProcessContext['logger']) {
  const warnDelayed = throttledLog((_reason: string, report: DeliveryReport) =>
    logger.warn(logFields(report), 'an email could not be delivered; retrying'),
  )
  return (report: DeliveryReport): void => {
    if (report.outcome === 'later') warnDelayed(report.reason ?? '', report)
    else if (report.outcome === 'lost') logger.error(logFields(report), 'an email was given up')
    else if (report.file === undefined) logger.debug(logFields(report), 'an email was sent')
    else logger.info(logFields(report), 'an email was written to a file, because SMTP_URL is not set')
  }
}

const logFields = ({ kind: mail, reason, file }: DeliveryReport) => ({ mail, reason, file })

/** Returns what sends push messages. `connection`: see `WebCoreOptions`. */
export function openPush(
  { config, figures }: ProcessContext,
  { vapidKeys: keys }: Pick<Secrets, 'vapidKeys'>,
  connection?: PushConnection,
): { sendPush: SendPush; pushPublicKey: string } {
  const { publicUrl, mailFrom } = config
  // How operators of push services reach the operator of this installation; they accept no other kinds of addresses.
  const contact = publicUrl.protocol === 'https:' ? publicUrl.origin : `mailto:${mailFrom.address}`
  const send = pushSender({ keys, contact, connection })
  return {
    sendPush: async (subscription, message) => {
      const result = await send(subscription, message)
      // A subscription that is gone was given up by its owner.
      if (result !== 'gone') figures.push.count(result === 'sent')
      return result
    },
    pushPublicKey: keys.publicKey,
  }
}
