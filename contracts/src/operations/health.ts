/**
 * Limits beyond which the health page shows a problem. They equal the limits of the alerts in
 * `infra/deploy/observability/alerts.yml`, which a spec compares with them.
 */
export const healthLimits = {
  /** Emails that wait in one process. */
  waitingMails: 500,
  /** Failed deliveries of email, in the time of `recentMs`. */
  failedMails: 5,
  /** Bytes of memory of one process. */
  memoryBytes: 850 * 1024 * 1024,
}

/** Free bytes on the disk of the data folder below which nothing may be stored any more, and below which that comes near. */
export const diskLimits = { fullBytes: 4 * 1024 * 1024, lowBytes: 256 * 1024 * 1024 }

/** Milliseconds that count as recent for deliveries. */
export const recentMs = 15 * 60_000

/** Seconds without a report after which a process counts as gone. */
export const goneAfterSeconds = 15
