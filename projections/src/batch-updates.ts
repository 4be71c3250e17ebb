// Batches live updates into messages: each room is flushed at most ten times a second, and a flush joins the updates of a read model that
// have the same message name into one message.

import { rooms } from '@thirty/contracts/live/live.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { LiveMessage } from '@thirty/infra/read-models/read-models.ts'
import { isReadModelUnavailable } from './read-model-unavailable.ts'
import type { AnyLiveUpdate, LiveUpdate } from './live-update.ts'

/** A read model whose updates are batched: the position of its last change, its epoch, and how its messages are sent. */
export type UpdateSource = {
  changedAt(): bigint
  epoch(): string
  /** Returns the room whose sockets receive no message of this source now. */
  exceptRoom?(): Promise<string | undefined>
  /** Whether others must not learn from the times of their own messages that there are some of this source. */
  isForInsiders?: boolean
  send(messages: readonly LiveMessage[]): Promise<void>
}

export type BatchUpdatesOptions = {
  scheduler: Scheduler
  /** Called for updates that could not be built or sent. They are dropped; clients resync instead. */
  onFailure: (error: unknown) => void
  /** Returns whether a room has listeners; when missing, every room is assumed to have some. */
  hasListeners?: HasListeners | undefined
  /** Shortest time between two flushes of a room in milliseconds; 100 when missing. */
  intervalMs?: number
}

export type UpdateBatcher = {
  /** Adds updates for rooms with listeners. An idle room is flushed at once; for any other room they wait for its next flush. */
  enqueue(source: UpdateSource, updates: readonly AnyLiveUpdate[]): void
  /** Sends the waiting updates of a source at once. Resolves when no update of the source is in flight. */
  flush(source: UpdateSource): Promise<void>
  /** Drops all waiting updates. */
  stop(): void
}

/** The updates of one read model that will be sent as one message at the next flush of a room. */
type Waiting = Pick<AnyLiveUpdate, 'message' | 'build' | 'unheard'> & {
  source: UpdateSource
  items: Map<unknown, unknown>
  /** Number of older items that `maxItems` left out. */
  skipped: number
}
type Room = {
  name: string
  key: string
  waiting: Waiting[]
  /** Read models whose messages are being sent to the room. Their further updates wait, so that they stay in order. */
  sending: Set<UpdateSource>
  /** Set while the last flush was less than an interval ago. */
  cancelTimer?: () => void
}

/** Every payload has the position and epoch of the read model and the time `at`. Read models do not wait for each other's messages. */
export function batchUpdates({
  scheduler,
  onFailure,
  hasListeners = () => true,
  intervalMs = 100,
}: BatchUpdatesOptions): UpdateBatcher {
  // Rooms that were flushed less than an interval ago or have messages in flight; any other room is idle.
  const busy = new Map<string, Room>()
  const inFlight = new Set<{ source: UpdateSource; done: Promise<void> }>()
  let isStopped = false

  const flush = (room: Room): void => {
    const { ready = [], held = [] } = Object.groupBy(room.waiting, ({ source }) =>
      room.sending.has(source) ? 'held' : 'ready',
    )
    room.waiting = held
    for (const [source, messages] of Map.groupBy(ready, (one) => one.source)) {
      room.sending.add(source)
      void Promise.all(messages.map((message) => send(room, message))).then(() => {
        room.sending.delete(source)
        if (!room.cancelTimer) flushAgain(room)
      })
    }
    room.cancelTimer = scheduler.after(intervalMs, () => {
      delete room.cancelTimer
      flushAgain(room)
    })
  }

  const flushAgain = (room: Room): void => {
    if (isStopped) return
    if (room.waiting.some(({ source }) => !room.sending.has(source))) flush(room)
    else if (room.waiting.length === 0 && room.sending.size === 0) busy.delete(room.key)
  }

  const send = (room: Room, waiting: Waiting): Promise<void> => {
    const done = sendOne(room, waiting).finally(() => inFlight.delete(entry))
    const entry = { source: waiting.source, done }
    inFlight.add(entry)
    return done
  }

  const sendOne = async (room: Room, waiting: Waiting): Promise<void> => {
    try {
      if (!hasListeners(room.name)) return await waiting.unheard?.()
      // Read first: the read model may advance while the payload is built, and a position that is too low is safe.
      const [position, epoch] = [waiting.source.changedAt().toString(), waiting.source.epoch()]
      const items = [...waiting.items.values()]
      // Safe: the items of a message have the type that its `build` expects; see `collected`.
      const content = waiting.build ? await waiting.build(items as never[], waiting.skipped) : { items }
      if (!content) return
      const payload = { ...content, position, epoch, at: new Date(scheduler.now()).toISOString() }
      // Read last: what was built after the leaderboard froze must not be sent to everybody.
      const except = await waiting.source.exceptRoom?.()
      const message = { room: room.name, message: waiting.message, payload }
      await waiting.source.send([except === undefined ? message : { ...message, except }])
    } catch (error) {
      onFailure(error)
      const resync = resyncUpdate(room.name)
      if (isReadModelUnavailable(error) && waiting.message !== resync.message)
        addTo(room, waiting.source, resync)
    }
  }

  return {
    enqueue: (source, updates) => {
      if (isStopped) return
      const idle = new Set<Room>()
      for (const update of updates) {
        if (!update.unheard && !hasListeners(update.room)) continue
        const key = `${source.isForInsiders === true ? 'insiders of ' : ''}${update.room}`
        let room = busy.get(key)
        if (!room) {
          room = { name: update.room, key, waiting: [], sending: new Set() }
          busy.set(key, room)
          idle.add(room)
        }
        addTo(room, source, update)
      }
      for (const room of idle) flush(room)
    },
    flush: async (source) => {
      for (const room of busy.values()) {
        const { own = [], others = [] } = Object.groupBy(room.waiting, (one) =>
          one.source === source ? 'own' : 'others',
        )
        room.waiting = others
        for (const message of own) void send(room, message)
      }
      await Promise.all([...inFlight].filter((entry) => entry.source === source).map(({ done }) => done))
    },
    stop: () => {
      isStopped = true
      for (const room of busy.values()) room.cancelTimer?.()
      busy.clear()
    },
  }
}

function addTo(room: Room, source: UpdateSource, update: AnyLiveUpdate): void {
  let waiting = room.waiting.find((one) => one.source === source && one.message === update.message)
  if (!waiting)
    room.waiting.push((waiting = { source, message: update.message, items: new Map(), skipped: 0 }))
  if (update.build) waiting.build = update.build
  if (update.unheard) waiting.unheard = update.unheard
  if (!('item' in update)) return
  const key = update.key ?? Symbol('without a key')
  // Deleted first, so that the newest item is the last.
  waiting.items.delete(key)
  if (update.item === null) return
  waiting.items.set(key, update.item)
  if (waiting.items.size <= (update.maxItems ?? Infinity)) return
  const [oldest] = waiting.items.keys()
  waiting.items.delete(oldest)
  waiting.skipped += 1
}

/** Asks the clients in a room to resync because they may have missed updates. It is built without reading the store. */
const resyncUpdate = (room: string): LiveUpdate => ({
  room,
  message: 'news.missed',
  build: () => ({}),
})

/**
 * Asks all clients to resync: visitors are in the showcase room, all others in the leaderboard room. To be sent when a process takes over a
 * projection, because it cannot know which updates the previous process failed to send.
 */
export const resyncUpdatesForAll: readonly LiveUpdate[] = [rooms.showcase, rooms.leaderboard].map(
  resyncUpdate,
)
