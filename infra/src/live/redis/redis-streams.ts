import { rooms } from '@thirty/contracts/live.ts'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import { createClient } from 'redis'
import type { Namespace, ServerOptions } from 'socket.io'
import type { Scheduler } from '../../scheduler.ts'
import type { Logger } from '../../logger.ts'
import { OnlineCounter } from './online-counter.ts'
import { liveStreamKey, maxStreamLength } from './stream-entry.ts'
import { StreamReader } from './stream-reader.ts'

export type RedisStreamsOptions = {
  /** `redis://` or `rediss://`, as for the views. */
  url: string
  scheduler: Scheduler
  log: Logger
}

export type RedisStreams = {
  /** For the gateway of this process: its sockets hear what the projectors of all processes say. */
  adapter: ServerOptions['adapter']
  /** How many sockets watch the board, over all processes. Never waits; while Redis is away, those of this process. */
  countOnline(): number
  /** Whether frames of other processes arrive just now; when they do again, sockets are told to fetch anew. */
  isReceiving(): boolean
  /** To be called after the gateway has closed. Never rejects. */
  close(): Promise<void>
}

/**
 * Ties the sockets of a web process to the stream to which projectors add frames inside their commits. Starts at once,
 * whether or not Redis is there, and never gives up. When frames may have been lost, own sockets are told to fetch anew.
 */
export function connectRedisStreams({ url, scheduler, log }: RedisStreamsOptions): RedisStreams {
  const [client, readerClient] = [connection(url, log), connection(url, log)]
  let namespace: Namespace | undefined
  const own = (room: string) => namespace?.adapter.rooms.get(room)?.size ?? 0

  const reader = new StreamReader({
    client: readerClient,
    stream: liveStreamKey,
    maxLength: maxStreamLength,
    scheduler,
    onGap: (reason) => {
      if (!namespace?.sockets.size) return
      log.info({ reason, sockets: namespace.sockets.size }, 'sockets fetch anew what they may have missed')
      const at = new Date(scheduler.now()).toISOString()
      namespace.local.emit('news.missed', { at })
    },
  })
  const online = new OnlineCounter({ client, scheduler, rooms: [rooms.leaderboard], countLocal: own })
  const options = { streamName: liveStreamKey, maxLen: maxStreamLength, onlyPlaintext: true }
  const adapterOf = createAdapter(forAdapter(client, reader), options)

  return {
    // Not an arrow: Socket.IO makes its adapters with `new`.
    adapter: function adapter(of: Namespace) {
      namespace = of
      return adapterOf(of)
    },
    countOnline: () => online.count(rooms.leaderboard),
    isReceiving: () => reader.isReading(),
    close: async () => {
      reader.close()
      await online.close()
      client.destroy()
    },
  }
}

/** A connection that is tried again for ever, and says once when it is lost and once when it is back. */
function connection(url: string, log: Logger) {
  const client = createClient({
    url,
    // The offline queue stays on. What waits there longer than this fails: nobody here has more time.
    commandOptions: { timeout: 5_000 },
    socket: {
      connectTimeout: 5_000,
      // A server that stands still, or a cable that was cut, says nothing. Both connections hear every two seconds.
      socketTimeout: 5_000,
      reconnectStrategy: (tries) => Math.min(50 * 2 ** Math.min(tries, 5), 1_000),
    },
  })
  let isAway = false
  client.on('error', (error: Error) => {
    if (!isAway) log.warn({ err: error }, 'live messages do not come through: Redis is out of reach')
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) log.info('live messages come through again')
    isAway = false
  })
  // It fails only when it is closed before it was there; everything else is an event, and tried again.
  client.connect().catch(() => undefined)
  return client
}

/**
 * What the adapter needs of a client. It reads by our reader, and has no use for publish and subscribe: nobody here asks
 * the other processes for their sockets, and so there is no third connection that could fail.
 */
function forAdapter(client: ReturnType<typeof connection>, reader: StreamReader): object {
  const nothing = () => undefined
  // By this method the adapter tells the `redis` client from others.
  const isRedis = { sSubscribe: nothing }
  const copy = {
    ...isRedis,
    on: nothing,
    connect: async () => undefined,
    xRead: () => reader.next(),
    subscribe: nothing,
    disconnect: nothing,
  }
  return {
    ...isRedis,
    duplicate: () => copy,
    xAdd: (...words: Parameters<typeof client.xAdd>) => client.xAdd(...words),
  }
}
