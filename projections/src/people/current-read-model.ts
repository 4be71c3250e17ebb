// Tells whether the read model of people is current enough to be trusted.

import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import pTimeout from 'p-timeout'

export type CurrentReadModelOptions = {
  log: Pick<EventLog, 'head'>
  /** Returns the position up to which the read model has applied the log. */
  checkpoint: () => Promise<bigint>
  /** Measures ages; must not be adjustable. */
  monotonic: Clock
}

/** A read model may be older than the log by this many milliseconds before it is no longer trusted. */
const maxAgeMs = 2_000
/** How often, at most, the log and the read model are compared. */
const checkIntervalMs = 500
/** How long a caller waits for a comparison. An unavailable log needs seconds to fail. */
const checkTimeoutMs = 250
/** A comparison that takes longer than this waits for a log or a store that hangs, and so does everything else that reads it. */
const hangsAfterMs = 1_000
/** How long a caller waits for the comparison after one that failed. */
const nextCheckTimeoutMs = 25

/**
 * Returns a function that checks whether a read model contains everything that was in the log two seconds ago. It compares positions when
 * it is called, at most twice a second. While the log or the read model cannot be reached or hangs, it returns true: no newer state is
 * known, and users who are logged in may continue to read. A read model that is ahead of the log is not current: the log was put back to an
 * older copy, and no projector has rebuilt the read model yet.
 */
export function currentReadModel({
  log,
  checkpoint,
  monotonic,
}: CurrentReadModelOptions): () => Promise<boolean> {
  /** The ends of the log that were seen in the last seconds. */
  let heads: { head: bigint; at: number }[] = []
  /** The read model contains everything that was in the log at this time. */
  let currentAt = -Infinity
  let isReachable = true
  let startedAt = -Infinity
  let running: Promise<void> | undefined

  const compare = async (): Promise<void> => {
    const at = monotonic()
    try {
      // In this order, so that what is appended and applied in between cannot put the read model ahead of the log.
      const position = await checkpoint()
      const head = await log.head()
      isReachable = true
      heads = [...heads.filter((seen) => at - seen.at <= maxAgeMs), { head, at }]
      // If it is ahead, the log was put back to an older copy: the read model contains what never happened, and may lack what did.
      const reached = position > head ? undefined : heads.findLast((seen) => seen.head <= position)
      currentAt = reached?.at ?? -Infinity
    } catch {
      // Requests that need the log or the read model fail by themselves, with a reason.
      isReachable = false
    }
  }

  return async () => {
    const now = monotonic()
    if (running === undefined && now - startedAt >= checkIntervalMs) {
      startedAt = now
      running = compare().finally(() => (running = undefined))
    }
    if (running !== undefined && now - startedAt < checkTimeoutMs) {
      const milliseconds = isReachable ? checkTimeoutMs : nextCheckTimeoutMs
      await pTimeout(running, { milliseconds, fallback: () => undefined })
    }
    const isHanging = running !== undefined && now - startedAt > hangsAfterMs
    return isHanging || !isReachable || monotonic() - currentAt <= maxAgeMs
  }
}
