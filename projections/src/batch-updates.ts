// Batches the live updates of a read model into messages: each room receives each of its messages at most ten times a second, and updates
// with the same message name are joined into one message.

import { rooms } from '@thirty/contracts/live/live.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { LiveMessage } from '@thirty/infra/read-models/read-models.ts'
import { isReadModelUnavailable } from './read-model-state.ts'
import type { DocumentChange, UpdateChannel, AnyLiveUpdate, LiveUpdate } from './registered-projection.ts'

export type UpdateBatcherOptions = {
  scheduler: Scheduler
  /** Returns whether a room has listeners; when missing, every room is assumed to have some. */
  hasListeners?: HasListeners | undefined
  /** Called for updates that could not be built or sent. They are dropped; clients resync instead. */
  onFailure(error: unknown): void
  /** What the updates are and who receives them. */
  channel: UpdateChannel
  /** Returns the position of the last change of the read model, and its epoch, which is missing while the read model is not live. */
  stamp(): { position: bigint; epoch: string | undefined } | undefined
  send(messages: readonly LiveMessage[]): Promise<void>
}

/** The updates that will be sent as one message at the next flush of a room. */
type Waiting = Pick<AnyLiveUpdate, 'message' | 'build' | 'unheard'> & {
  items: Map<unknown, unknown>
  /** Number of older items that `maxItems` left out. */
  skipped: number
}
type Room = { name: string; waiting: Map<string, Waiting>; cancelTimer?: () => void }

/** Shortest time between two flushes of a room. */
const intervalMs = 100

/** Every payload has the position and epoch of the read model and the time `at`. */
export class UpdateBatcher {
  readonly #options: UpdateBatcherOptions
  /** Rooms that were flushed less than an interval ago or have messages in flight; any other room is idle. */
  readonly #busy = new Map<string, Room>()
  readonly #inFlight = new Set<Promise<void>>()
  #isStopped = false

  constructor(options: UpdateBatcherOptions) {
    this.#options = options
  }

  /** Adds the updates for changes of documents, if they are published now. */
  publish(changes: readonly DocumentChange[]): void {
    const { liveUpdates } = this.#options.channel
    this.#enqueueIfPublished(() => changes.flatMap((change) => liveUpdates?.(change) ?? []))
  }

  /**
   * Asks all clients to resync: visitors are in the showcase room, all others in the leaderboard room. To be called when a process takes
   * over a projection, because it cannot know which updates the previous process failed to send.
   */
  requestResync(): void {
    this.#enqueueIfPublished(() => [rooms.showcase, rooms.leaderboard].map(resyncUpdate))
  }

  #enqueueIfPublished(updates: () => readonly AnyLiveUpdate[]): void {
    const { channel, onFailure } = this.#options
    const enqueue = async () => {
      const isPublished = channel.isPublished?.() ?? true
      if (isPublished === true || (await isPublished)) this.enqueue(updates())
    }
    enqueue().catch(onFailure)
  }

  /** Adds updates for rooms with listeners. An idle room is flushed at once; for any other room they wait for its next flush. */
  enqueue(updates: readonly AnyLiveUpdate[]): void {
    if (this.#isStopped) return
    const idle = new Set<Room>()
    for (const update of updates) {
      const { room: name } = update
      if (!update.unheard && !this.#hasListeners(name)) continue
      let room = this.#busy.get(name)
      if (!room) {
        room = { name, waiting: new Map() }
        this.#busy.set(name, room)
        idle.add(room)
      }
      addTo(room, update)
    }
    for (const room of idle) void this.#flushRoom(room)
  }

  /** Sends the waiting updates at once. Resolves when no update is in flight. */
  async flush(): Promise<void> {
    for (const room of this.#busy.values()) void this.#sendWaiting(room)
    await Promise.all(this.#inFlight)
  }

  /** Drops all waiting updates. */
  stop(): void {
    this.#isStopped = true
    for (const room of this.#busy.values()) room.cancelTimer?.()
    this.#busy.clear()
  }

  #hasListeners(room: string): boolean {
    return this.#options.hasListeners?.(room) ?? true
  }

  /** Sends what waits for a room at once, and once in an interval for as long as something waits after it. */
  async #flushRoom(room: Room): Promise<void> {
    while (room.waiting.size > 0 && !this.#isStopped) {
      const interval = new Promise<void>((resolve) => {
        room.cancelTimer = this.#options.scheduler.after(intervalMs, resolve)
      })
      // While messages are being sent, further updates wait, so that they stay in order.
      await this.#sendWaiting(room)
      await interval
    }
    this.#busy.delete(room.name)
  }

  async #sendWaiting(room: Room): Promise<void> {
    const messages = [...room.waiting.values()]
    room.waiting.clear()
    await Promise.all(
      messages.map((message) => {
        const sending = this.#send(room, message).finally(() => this.#inFlight.delete(sending))
        this.#inFlight.add(sending)
        return sending
      }),
    )
  }

  async #send(room: Room, { message, build, unheard, items, skipped }: Waiting): Promise<void> {
    const { scheduler, onFailure, channel, send } = this.#options
    try {
      if (!this.#hasListeners(room.name)) return await unheard?.()
      // Read first: the read model may advance while the payload is built, and a position that is too low is safe.
      const { position, epoch } = this.#options.stamp() ?? {}
      // Clients resync once it is live again.
      if (position === undefined || epoch === undefined) return
      const stamp = { position: position.toString(), epoch: channel.epochOf?.(epoch) ?? epoch }
      // Safe: the items of a message have the type that its `build` expects; see `collected`.
      const content = build
        ? await build([...items.values()] as never[], skipped)
        : items.size > 0 && { items: [...items.values()] }
      if (content === undefined) return
      const payload = { ...content, ...stamp, at: new Date(scheduler.now()).toISOString() }
      // Read last: what was built after the leaderboard froze must not be sent to everybody.
      const except = await channel.exceptRoom?.()
      await send([{ room: room.name, message, payload, ...(except !== undefined && { except }) }])
    } catch (error) {
      onFailure(error)
      const resync = resyncUpdate(room.name)
      if (isReadModelUnavailable(error) && message !== resync.message) addTo(room, resync)
    }
  }
}

function addTo({ waiting }: Room, update: AnyLiveUpdate): void {
  const { message } = update
  let joined = waiting.get(message)
  if (!joined) waiting.set(message, (joined = { message, items: new Map(), skipped: 0 }))
  if (update.build) joined.build = update.build
  if (update.unheard) joined.unheard = update.unheard
  if (!('item' in update)) return
  const key = update.key ?? Symbol('without a key')
  // Deleted first, so that the newest item is the last.
  joined.items.delete(key)
  if (update.item === null) return
  joined.items.set(key, update.item)
  if (joined.items.size <= (update.maxItems ?? Infinity)) return
  const [oldest] = joined.items.keys()
  joined.items.delete(oldest)
  joined.skipped += 1
}

/** Asks the clients in a room to resync because they may have missed updates. It is built without reading the store. */
const resyncUpdate = (room: string): LiveUpdate => ({ room, message: 'news.missed' })
