import type { Mailer, DeliveryOutcome, ReportDelivery } from '../mail/mail.ts'
import type { Metrics } from './metrics.ts'

const outcomes: readonly DeliveryOutcome[] = ['delivered', 'later', 'lost']

/** Mail that is counted by what becomes of it, and whose waiting letters are. `open` is given who is told of them. */
export function withMailMetrics(
  { mails, pendingMails: mailsWaiting }: Pick<Metrics, 'mails' | 'pendingMails'>,
  tell: ReportDelivery,
  open: (tell: ReportDelivery) => Mailer,
): Mailer {
  // A figure that is there from the beginning: one that comes up as 1 is no rise to Prometheus.
  for (const outcome of outcomes) mails.inc({ outcome }, 0)
  const mail = open((news) => {
    mails.inc({ outcome: news.outcome })
    tell(news)
  })
  // `collect` is what a gauge does when it is read; between two readings nothing is counted.
  Object.assign(mailsWaiting, { collect: () => mailsWaiting.set(mail.pendingCount()) })
  return mail
}
