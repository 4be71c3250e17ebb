import { join } from 'node:path'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import type { Mail, News } from '@thirty/infra/mail/mail.ts'
import { outboxMail } from '@thirty/infra/mail/outbox.ts'
import { smtpMail } from '@thirty/infra/mail/smtp.ts'
import { measuredMail } from '@thirty/infra/metrics/measured-mail.ts'
import type { House } from './house.ts'
import { seldom } from './seldom.ts'

/** Mail: over SMTP where it is configured, and otherwise into files in the data folder, whose paths are logged. */
export function openMail({ config, output, metrics }: House): Mail {
  const { smtp, mailFrom: from, dataDir } = config
  return measuredMail(metrics, teller(output), (tell) =>
    smtp === undefined
      ? outboxMail({ folder: join(dataDir, 'outbox'), from, tell, scheduler: systemScheduler })
      : smtpMail({ ...smtp, from, tell, scheduler: systemScheduler }),
  )
}

/** Says in the log what became of a letter: never what is in it, nor whose it is. */
function teller(output: House['output']) {
  const tellDelay = seldom((_reason: string, news: News) =>
    output.warn(asLogged(news), 'mail cannot be delivered just now; it is tried again'),
  )
  return (news: News): void => {
    if (news.outcome === 'later') tellDelay(news.reason ?? '', news)
    else if (news.outcome === 'lost') output.error(asLogged(news), 'a mail was given up')
    else if (news.file === undefined) output.debug(asLogged(news), 'a mail was sent')
    else output.info(asLogged(news), 'a mail was written to a file, for SMTP_URL is not set')
  }
}

const asLogged = ({ kind, reason, file }: News) => ({
  mail: kind,
  ...(reason !== undefined && { reason }),
  ...(file !== undefined && { file }),
})
