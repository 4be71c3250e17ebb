// The connection to EventStoreDB: the only module that uses the methods of its client, and receives the events of its streaming calls.

import type { ResolvedEvent } from '@eventstore/db-client'
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { CallOptions, Channel, Client, Metadata } from '@grpc/grpc-js'
import { withTimeout, type Scheduler } from '../../scheduler.ts'
import { LogUnavailable } from '../event-log.ts'
import { createClient, type NodeAddress, type ServiceClientType } from './client.ts'
import { classifyError, TimeoutError } from './error-kinds.ts'
import { sendAppend, type AppendRequest, type AppendResponse } from './send-append.ts'
import { sharedChannel } from './shared-channel.ts'

/**
 * Private parts of the client. Its own append runs in an async executor, where a channel that closes at the wrong moment
 * causes an unhandled rejection, which ends the process; and by default it sends all appends through one shared call
 * without a deadline. Its own channel is kept while its node hangs, and is found by asking one node after the other.
 */
type ClientInternals = {
  execute<Response>(
    service: typeof StreamsClient,
    name: string,
    action: (client: StreamsClient) => Promise<Response>,
  ): Promise<Response>
  callArguments(options: { requiresLeader: boolean; deadline: number }): [Metadata, CallOptions]
  /** Opens a channel to the node that `resolveUri` names. */
  createChannel(): Promise<Channel>
  resolveUri(): Promise<NodeAddress>
  getGRPCClient<Service>(type: ServiceClientType<Service>): Promise<Service>
  /** Called with the error of every failed call, and not awaited: a rejection would end the process. */
  handleError(client: Client, error: Error): Promise<void>
}

type ConnectionOptions = { url: string; scheduler: Scheduler; deadline: number; closing: AbortSignal }

export type Connection = ReturnType<typeof connect>

/**
 * Every call fails after `deadline` milliseconds without a response; reads after `limitMs()` without the next event. `closing` ends all
 * waits.
 */
export function connect({ url, scheduler, deadline, closing }: ConnectionOptions) {
  const { address, client } = createClient(url)
  // The private members exist in the installed version: every spec that stores an event uses them.
  const internals = client as unknown as ClientInternals
  const openChannel = (node: NodeAddress) => {
    internals.resolveUri = async () => node
    return internals.createChannel()
  }
  const channel = sharedChannel(address, openChannel)
  internals.getGRPCClient = (type) => channel.client(type)
  internals.handleError = async (failed, error) => channel.handleFailure(failed, error)
  const options = { requiresLeader: true, deadline }
  /** Also limits what happens before the deadline of the call begins, such as finding a node. */
  const withDeadline = <Response>(response: Promise<Response>, milliseconds = deadline) =>
    withTimeout(
      scheduler,
      milliseconds + 100,
      response,
      () => new TimeoutError(`No answer within ${milliseconds + 100} milliseconds.`),
    )
  const receive = (read: ReadSource & { cancel(): Promise<void> }, limitMs: () => number) =>
    receiveEvents(
      openReadBuffer(read, scheduler, () => read.cancel()),
      closing,
      limitMs,
    )

  return {
    deadline,
    scheduler,
    whenFound: channel.whenFound,
    append: (request: AppendRequest, limitMs: number): Promise<AppendResponse> =>
      withDeadline(
        internals.execute(StreamsClient, 'append', (streams) =>
          sendAppend(streams, internals.callArguments({ ...options, deadline: limitMs }), request),
        ),
        limitMs,
      ),
    tombstone: async (stream: string): Promise<void> => {
      await withDeadline(client.tombstoneStream(stream, options))
    },
    /** Reads one stream from a revision on, or its newest events first. A stream that is empty or was removed has none. */
    async *readStream(name: string, part: { from: bigint } | { newest: number }, limitMs = () => deadline) {
      const range =
        'from' in part
          ? ({ fromRevision: part.from } as const)
          : ({ fromRevision: 'end', direction: 'backwards', maxCount: part.newest } as const)
      try {
        yield* receive(client.readStream(name, { ...range, requiresLeader: true }), limitMs)
      } catch (error) {
        if (!['missing', 'removed'].includes(classifyError(error))) throw error
      }
    },
    readAll(part: ReadAllPart, limitMs = () => deadline) {
      const read = client.readAll({ ...rangeOf(part), requiresLeader: true }, { highWaterMark: bufferSize })
      return receive(read, limitMs)
    },
    /** Subscribes to all events of our streams after a position, on any node. */
    subscribe(after: bigint | 'start'): StoreSubscription {
      const source = client.subscribeToAll(
        { fromPosition: toStorePosition(after), filter: ourStreams },
        { highWaterMark: bufferSize },
      )
      const buffer = openReadBuffer(source, scheduler, () => source.unsubscribe())
      const subscription: StoreSubscription = { ...buffer, isConfirmed: false, hasCaughtUp: false }
      const note = (name: string, change: Partial<StoreSubscription>) =>
        source.on(name, () => {
          Object.assign(subscription, change)
          buffer.wake()
        })
      note('confirmation', { isConfirmed: true })
      note('caughtUp', { hasCaughtUp: true })
      note('fellBehind', { hasCaughtUp: false })
      return subscription
    },
    /** Ends all calls. */
    close: channel.close,
  }
}

/** `hasCaughtUp`: the store has sent all events that there are; some may wait here. */
export type StoreSubscription = ReadBuffer & { isConfirmed: boolean; hasCaughtUp: boolean }

/** Maximum number of events that wait here for a reader. */
const bufferSize = 256

/**
 * All streams except the store's own. The streams that a reader wants are filtered after the read: only events report
 * positions reliably, so the position of an unwanted event is needed as well.
 */
const ourStreams = {
  filterOn: 'streamName',
  regex: '^[^$]',
  maxSearchWindow: 1_000,
  checkpointInterval: 1_000,
} as const

const toStorePosition = <Edge extends 'start' | 'end'>(position: bigint | Edge) =>
  typeof position === 'bigint' ? { commit: position, prepare: position } : position

/** From a position on (inclusive), or backwards from before a position; at most `count` events. */
type ReadAllPart = ({ from: bigint | 'start' } | { before: bigint | 'end' }) & { count?: number }

const rangeOf = ({ count, ...part }: ReadAllPart) => ({
  ...('from' in part
    ? { fromPosition: toStorePosition(part.from) }
    : { fromPosition: toStorePosition(part.before), direction: 'backwards' as const }),
  ...(count !== undefined && { maxCount: count }),
})

/** The events of one streaming call. Unread events slow down the store's sending. */
type ReadBuffer = ReturnType<typeof openReadBuffer>

/** The part of the client's streams that this uses. */
type ReadSource = {
  readonly readableLength: number
  read(): unknown
  on(name: string, run: (error?: Error) => void): unknown
}

/** `cancel` ends the call at the store, which would otherwise keep sending. */
function openReadBuffer(source: ReadSource, scheduler: Scheduler, cancel: () => Promise<void>) {
  let hasFinished = false
  let isClosed = false
  let failure: Error | undefined
  let hasChanged = false
  let notify = () => {}

  function wake() {
    hasChanged = true
    notify()
  }
  function end(error?: Error) {
    hasFinished = true
    failure ??= error
    wake()
  }
  source.on('readable', wake)
  source.on('end', () => end())
  source.on('close', () => end())
  // Never removed: an error after `cancel` would otherwise end the process.
  source.on('error', (error) => end(error))

  return {
    wake,
    /** Returns the next event that has arrived, or `null`. */
    read(): ResolvedEvent | null {
      // The client's streams contain only resolved events.
      return source.read() as ResolvedEvent | null
    },
    /** True when all events that have arrived were read. */
    isEmpty: () => source.readableLength === 0,
    /** True when no more events will arrive. Throws when an error is the reason. */
    hasEnded(): boolean {
      if (failure !== undefined) throw failure
      return hasFinished
    },
    /**
     * Resolves to true when something has happened since the last call, to false after this many milliseconds or when
     * the signal aborts.
     */
    async waitForChange(milliseconds: number, signal?: AbortSignal): Promise<boolean> {
      if (!hasChanged) {
        const notified = Promise.withResolvers<void>()
        notify = notified.resolve
        const cancelTimer = scheduler.after(milliseconds, notify)
        signal?.addEventListener('abort', notify)
        if (signal?.aborted !== true) await notified.promise
        cancelTimer()
        signal?.removeEventListener('abort', notify)
      }
      const changed = hasChanged
      hasChanged = false
      return changed
    },
    close() {
      if (isClosed) return
      isClosed = true
      end()
      // The call may never have started; then there is nothing to cancel.
      cancel().catch(() => {})
    },
  }
}

/**
 * Yields all events of a call until it ends. Throws a `TimeoutError` when no event arrives for `limitMs()`
 * milliseconds, asked anew for each event.
 */
async function* receiveEvents(buffer: ReadBuffer, closing: AbortSignal, limitMs: () => number) {
  try {
    for (;;) {
      const resolved = buffer.read()
      if (resolved !== null) yield resolved
      else if (buffer.hasEnded()) return
      else {
        const timeoutMs = limitMs()
        if (await buffer.waitForChange(timeoutMs, closing)) continue
        if (closing.aborted) throw new LogUnavailable('The event log is closed.')
        throw new TimeoutError(`Nothing was read within ${timeoutMs} milliseconds.`)
      }
    }
  } finally {
    buffer.close()
  }
}
