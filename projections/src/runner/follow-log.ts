// Subscribes to the log: every subscription of the runner begins here.

import {
  LogReplaced,
  type Batch,
  type EventLog,
  type RecordedEvent,
  type SeenEvent,
  type SubscriptionOptions,
} from '@thirty/infra/event-log/event-log.ts'
import { newestEvents } from '@thirty/infra/event-log/seen-history.ts'
import type { Projection } from '@thirty/infra/read-models/read-models.ts'

/** The log could not be read. It says nothing about a projection, so it never parks one. */
export class LogNotReadable extends Error {
  override name = 'LogNotReadable'
  constructor(cause: unknown) {
    super('The event log could not be read.', { cause })
  }
}

/** All events for a projection after one position and up to another. */
export type EventRange = {
  events: readonly RecordedEvent[]
  afterPosition: bigint
  upToPosition: bigint
  /** The last events of the range, also of streams that the projection does not read. */
  newest: readonly SeenEvent[]
}

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

/** A build of a projection that continues at its position. */
export type FollowingBuild = {
  readonly projection: Projection
  readonly position: bigint
  newestSeen(): SeenEvent | undefined
}

/** Subscribes to what a build has not applied yet. */
export async function* followAlone(
  log: Pick<EventLog, 'subscribe'>,
  build: FollowingBuild,
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
