import { join } from 'node:path'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import type { Mailer, DeliveryReport } from '@thirty/infra/mail/mail.ts'
import { outboxMailer } from '@thirty/infra/mail/outbox.ts'
import { smtpMailer } from '@thirty/infra/mail/smtp.ts'
import { withMailMetrics } from '@thirty/infra/metrics/mail-metrics.ts'
import type { ProcessContext } from '../lifecycle/process-context.ts'
import { throttledLog } from '../lifecycle/throttled-log.ts'

/** Mail: over SMTP where it is configured, and otherwise into files in the data folder, whose paths are logged. */
export function openMail({ config, logger: output, metrics }: ProcessContext): Mailer {
  const { smtp, mailFrom: from, dataDir } = config
  return withMailMetrics(metrics, teller(output), (tell) =>
    smtp === undefined
      ? outboxMailer({
          folder: join(dataDir, 'outbox'),
          from,
          reportDelivery: tell,
          scheduler: systemScheduler,
        })
      : smtpMailer({ ...smtp, from, reportDelivery: tell, scheduler: systemScheduler }),
  )
}

/** Says in the log what became of a letter: never what is in it, nor whose it is. */
function teller(output: ProcessContext['logger']) {
  const tellDelay = throttledLog((_reason: string, news: DeliveryReport) =>
    output.warn(asLogged(news), 'mail cannot be delivered just now; it is tried again'),
  )
  return (news: DeliveryReport): void => {
    if (news.outcome === 'later') tellDelay(news.reason ?? '', news)
    else if (news.outcome === 'lost') output.error(asLogged(news), 'a mail was given up')
    else if (news.file === undefined) output.debug(asLogged(news), 'a mail was sent')
    else output.info(asLogged(news), 'a mail was written to a file, for SMTP_URL is not set')
  }
}

const asLogged = ({ kind, reason, file }: DeliveryReport) => ({
  mail: kind,
  ...(reason !== undefined && { reason }),
  ...(file !== undefined && { file }),
})
