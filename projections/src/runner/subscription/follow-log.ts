import {
  LogReplaced,
  type Batch,
  type EventLog,
  type SubscriptionOptions,
} from '@thirty/infra/event-log/event-log.ts'

/** The log could not be read. It says nothing about a projection, so it never parks one. */
export class LogNotReadable extends Error {
  override name = 'LogNotReadable'
  constructor(cause: unknown) {
    super('The event log could not be read.', { cause })
  }
}

/**
 * Subscribes to the log after a position. Every subscription of the runner begins here: the shared reader's and
 * the subscriptions of workers that read alone. Throws `LogNotReadable`, or `LogReplaced` when the log no longer has the event `seen`.
 */
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
