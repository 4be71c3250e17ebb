// Subscribes to the log: every subscription of the runner begins here.

import {
  LogReplaced,
  type Batch,
  type EventLog,
  type RecordedEvent,
  type SubscriptionOptions,
} from '@thirty/infra/event-log/event-log.ts'
import { newestEvents } from '@thirty/infra/event-log/seen-history.ts'
import type { Build, EventRange } from './build.ts'
import { LogNotReadable } from './retries.ts'

/** Returns batches that follow each other as one range, without the events of other streams than the wanted ones. */
export function rangeOf(
  afterPosition: bigint,
  batches: readonly Batch[],
  isWanted?: (event: RecordedEvent) => boolean,
): EventRange {
  const [first] = batches
  const events = first && batches.length === 1 ? first.events : batches.flatMap((batch) => batch.events)
  const { position: upToPosition, newest } = batches.at(-1) ?? { position: afterPosition }
  const isBeyond = newest && newest.position > (events.at(-1)?.position ?? afterPosition)
  return {
    events: isWanted ? events.filter(isWanted) : events,
    afterPosition,
    upToPosition,
    newest: [...newestEvents(events), ...(isBeyond ? [newest] : [])],
  }
}

/** Subscribes to the log after a position. Throws `LogNotReadable`, or `LogReplaced` when the log no longer has the event `seen`. */
export async function* followLog(
  log: Pick<EventLog, 'subscribe'>,
  subscription: SubscriptionOptions,
): AsyncGenerator<Batch> {
  try {
    yield* log.subscribe(subscription)
  } catch (error) {
    throw error instanceof LogReplaced ? error : new LogNotReadable(error)
  }
}

/** Subscribes to what a build has not applied yet. */
export async function* followAlone(
  log: Pick<EventLog, 'subscribe'>,
  build: Build,
  options: Required<Pick<SubscriptionOptions, 'batch' | 'signal'>>,
): AsyncGenerator<EventRange & { caughtUp: boolean }> {
  let after = build.position
  const seen = build.newestSeen()
  const { streams } = build.projection
  for await (const batch of followLog(log, { after, ...(seen && { seen }), streams, ...options })) {
    yield { ...rangeOf(after, [batch]), caughtUp: batch.caughtUp }
    after = batch.position
  }
}
