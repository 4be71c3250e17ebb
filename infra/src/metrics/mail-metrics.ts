import type { Mailer, DeliveryOutcome, ReportDelivery } from '../mail/mail.ts'
import type { Metrics } from './metrics.ts'

const outcomes: readonly DeliveryOutcome[] = ['delivered', 'later', 'lost']

/**
 * Opens a mailer that counts deliveries by outcome and exposes how many mails are pending. `open` receives the report
 * callback to use; every report is also passed to `report`.
 */
export function withMailMetrics(
  { mails, pendingMails }: Pick<Metrics, 'mails' | 'pendingMails'>,
  report: ReportDelivery,
  open: (report: ReportDelivery) => Mailer,
): Mailer {
  // Prometheus sees no increase in a counter that first appears as 1, so every series starts at 0.
  for (const outcome of outcomes) mails.inc({ outcome }, 0)
  const mailer = open((delivery) => {
    mails.inc({ outcome: delivery.outcome })
    report(delivery)
  })
  // prom-client calls `collect` when the gauge is read, so the value is computed on demand.
  Object.assign(pendingMails, { collect: () => pendingMails.set(mailer.pendingCount()) })
  return mailer
}
