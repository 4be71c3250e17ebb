import { EventStoreDBClient, UnavailableError } from '@eventstore/db-client'
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { CallOptions, Channel, Client, Metadata } from '@grpc/grpc-js'
import type { Scheduler } from '../../scheduler.ts'
import { sendAppend } from './send-append.ts'
import type { AppendResponse } from './send-append.ts'
import type { ExpectedRevision } from '../event-log.ts'
import { openReadBuffer } from './read-buffer.ts'
import type { ReadBuffer, ReadSource } from './read-buffer.ts'
import { withTimeout } from './retry-timing.ts'
import type { ProposedEvent } from './event-encoding.ts'
import { requiresReconnect } from './error-kinds.ts'

/**
 * The parts of the client that its types keep to itself. We make appends with them: the client's own run in an async
 * executor, where a channel that closes at the wrong moment is an unhandled rejection and ends the process, and its
 * default ones share one call without a deadline.
 */
type Inside = {
  execute<Answer>(
    service: typeof StreamsClient,
    name: string,
    action: (client: StreamsClient) => Promise<Answer>,
  ): Promise<Answer>
  callArguments(options: { requiresLeader: boolean; deadline: number }): [Metadata, CallOptions]
  getGRPCClient(service: typeof StreamsClient, name: string): Promise<StreamsClient>
  getChannel(): Promise<Channel>
  handleError(client: Client, error: Error): Promise<void>
}

export type ConnectionOptions = { url: string; scheduler: Scheduler; deadline: number }

export type Connection = ReturnType<typeof connect>

/** The one place that speaks with the client. Every call fails after `deadline` milliseconds without an answer. */
export function connect({ url, scheduler, deadline }: ConnectionOptions) {
  const client = clientOf(url)
  // Checked by every spec that stores an event.
  const inside = client as unknown as Inside
  const options = { requiresLeader: true, deadline }
  /** For what the client does before its own deadline begins, such as finding a node. */
  const timed = <Answer>(answer: Promise<Answer>) => withTimeout(scheduler, deadline + 100, answer)
  const isNeverReached = () => Promise.resolve()
  const inboxes = new Set<ReadBuffer>()

  /** A call that goes on until somebody hangs up, at the latest when the connection is closed. */
  function opened(source: ReadSource, hangUp: () => Promise<void>): ReadBuffer {
    const inbox = openReadBuffer(source, scheduler, () => {
      inboxes.delete(inbox)
      // The call may never have come about; then there is nothing to hang up.
      hangUp().catch(isNeverReached)
    })
    inboxes.add(inbox)
    return inbox
  }

  async function reconnect(cause: unknown) {
    if (!requiresReconnect(cause)) return
    await inside.handleError(await inside.getGRPCClient(StreamsClient, 'reconnect'), new UnavailableError())
  }

  async function call<Answer>(answer: Promise<Answer>): Promise<Answer> {
    try {
      return await timed(answer)
    } catch (error) {
      reconnect(error).catch(isNeverReached)
      throw error
    }
  }

  return {
    deadline,
    scheduler,
    append: (
      stream: string,
      events: readonly ProposedEvent[],
      expected: ExpectedRevision,
    ): Promise<AppendResponse> =>
      call(
        inside.execute(StreamsClient, 'append', (streams) =>
          sendAppend(streams, inside.callArguments(options), { stream, events, expected }),
        ),
      ),
    tombstone: async (stream: string): Promise<void> => {
      await call(client.tombstoneStream(stream, options))
    },
    /** One stream from a revision on, or the newest first. */
    readStream(name: string, part: { from: bigint } | { newest: number }): ReadBuffer {
      const range =
        'from' in part
          ? ({ fromRevision: part.from } as const)
          : ({ fromRevision: 'end', direction: 'backwards', maxCount: part.newest } as const)
      const read = client.readStream(name, { ...range, requiresLeader: true })
      return opened(read, () => read.cancel())
    },
    /** The whole log from a position on (that position included), or the newest first. */
    readAll(part: { from: bigint | 'start' } | { newest: number }): ReadBuffer {
      const range =
        'from' in part
          ? ({ fromPosition: placeOf(part.from) } as const)
          : ({ fromPosition: 'end', direction: 'backwards', maxCount: part.newest } as const)
      const read = client.readAll({ ...range, requiresLeader: true }, { highWaterMark: window })
      return opened(read, () => read.cancel())
    },
    /** Every event of ours after a position, and what comes. Any node will do. */
    subscribe(after: bigint | 'start', hear: { confirmed(): void; live(is: boolean): void }): ReadBuffer {
      const subscription = client.subscribeToAll(
        { fromPosition: placeOf(after), filter: ourStreams },
        { highWaterMark: window },
      )
      const inbox = opened(subscription, () => subscription.unsubscribe())
      const listen = (name: string, run: () => void) =>
        subscription.on(name, () => {
          run()
          inbox.wake()
        })
      listen('confirmation', hear.confirmed)
      listen('caughtUp', () => hear.live(true))
      listen('fellBehind', () => hear.live(false))
      return inbox
    },
    /** Takes another connection for the next call, when this error asks for one that the client would not take. */
    reconnect: (cause: unknown) => reconnect(cause).catch(isNeverReached),
    async close(): Promise<void> {
      for (const inbox of inboxes) inbox.close()
      // The client has no word for letting go of its connection.
      await timed(inside.getChannel().then((channel) => channel.close())).catch(isNeverReached)
    },
  }
}

/** Most events that wait here for a reader. */
const window = 256

/**
 * All streams but the store's own. Not only those that a reader wants: a position is reached when everything up to it
 * was considered, and only events say so in time.
 */
const ourStreams = {
  filterOn: 'streamName',
  regex: '^[^$]',
  maxSearchWindow: 1_000,
  checkpointInterval: 1_000,
} as const

const placeOf = (position: bigint | 'start') =>
  position === 'start' ? position : { commit: position, prepare: position }

function clientOf(url: string): EventStoreDBClient {
  // With these words the client prints the connection string, and with it the password.
  if (/(^|[\s,])(\*|esdb)/.test(process.env['DEBUG'] ?? ''))
    throw new Error(
      'DEBUG asks EventStoreDB to print its password. Set it to something without "*" and "esdb".',
    )
  try {
    return EventStoreDBClient.connectionString(url)
  } catch {
    // Not the client's own words: they repeat the connection string.
    throw new Error(
      'EVENTSTORE_URL is no connection string of EventStoreDB, such as esdb://user:password@host:2113.',
    )
  }
}
