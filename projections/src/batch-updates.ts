import type { Scheduler } from '@thirty/infra/scheduler.ts'
import type { LiveMessage } from '@thirty/infra/read-models/read-models.ts'
import { isReadModelUnavailable } from './read-model-unavailable.ts'
import type { AnyLiveUpdate } from './live-update.ts'
import { resyncUpdate } from './runner/resync-updates.ts'

type Payload = object | undefined

/** A view whose news are gathered: how far it is built, and how its frames leave. */
export type UpdateSource = {
  position(): bigint
  send(frames: readonly LiveMessage[]): Promise<void>
}

export type BatchUpdatesOptions = {
  scheduler: Scheduler
  /** Hears of news that could not be built or sent. They are dropped, and a refetch makes up for them. */
  onFailure: (error: unknown) => void
  /** Least milliseconds between two flushes of a room; 100 when missing. */
  intervalMs?: number
}

export type UpdateBatcher = {
  /** Takes news in. The first of a quiet room leaves at once, the others with the room's next flush. */
  enqueue(source: UpdateSource, news: readonly AnyLiveUpdate[]): void
  /** Sends what waits of a source at once; answers when nothing of it is on its way any more. */
  flush(source: UpdateSource): Promise<void>
  /** Drops what is waiting. */
  stop(): void
}

/** What waits for the next flush of a room under one message of one view. */
type Waiting = {
  source: UpdateSource
  message: string
  items: Map<unknown, unknown>
  build?: () => Payload | Promise<Payload>
}
type Room = { name: string; waiting: Waiting[]; callOff?: () => void }

/**
 * Gathers news into frames: at most ten flushes a second and room, and in one flush at most one frame per message and
 * view. Every payload gets the view's `position` and the time `at`.
 */
export function batchUpdates({
  scheduler,
  onFailure,
  intervalMs: interval = 100,
}: BatchUpdatesOptions): UpdateBatcher {
  // Rooms that were flushed less than an interval ago; any other room is quiet.
  const busy = new Map<string, Room>()
  const onTheirWay = new Set<{ source: UpdateSource; done: Promise<void> }>()
  let isStopped = false

  const flush = async (room: Room): Promise<void> => {
    const startedAt = scheduler.now()
    const waiting = room.waiting.splice(0)
    await Promise.all(waiting.map((one) => letGo(room, one)))
    if (isStopped) return
    room.callOff = scheduler.after(Math.max(interval - (scheduler.now() - startedAt), 0), () => {
      if (room.waiting.length > 0) void flush(room)
      else busy.delete(room.name)
    })
  }

  const letGo = (room: Room, waiting: Waiting): Promise<void> => {
    const done = sendOne(room, waiting).finally(() => onTheirWay.delete(entry))
    const entry = { source: waiting.source, done }
    onTheirWay.add(entry)
    return done
  }

  const sendOne = async (room: Room, waiting: Waiting): Promise<void> => {
    try {
      // Taken first: the view may move on while the payload is built, and saying too little is safe.
      const position = waiting.source.position().toString()
      const content = waiting.build ? await waiting.build() : { items: [...waiting.items.values()] }
      if (!content) return
      const payload = { ...content, position, at: new Date(scheduler.now()).toISOString() }
      await waiting.source.send([{ room: room.name, message: waiting.message, payload }])
    } catch (error) {
      onFailure(error)
      const missed = resyncUpdate(room.name)
      if (isReadModelUnavailable(error) && waiting.message !== missed.message)
        addTo(room, waiting.source, missed)
    }
  }

  return {
    enqueue: (source, news) => {
      if (isStopped) return
      const quiet = new Set<Room>()
      for (const one of news) {
        let room = busy.get(one.room)
        if (!room) {
          room = { name: one.room, waiting: [] }
          busy.set(one.room, room)
          quiet.add(room)
        }
        addTo(room, source, one)
      }
      for (const room of quiet) void flush(room)
    },
    flush: async (source) => {
      for (const room of busy.values()) {
        const { own = [], others = [] } = Object.groupBy(room.waiting, (one) =>
          one.source === source ? 'own' : 'others',
        )
        room.waiting = others
        for (const one of own) void letGo(room, one)
      }
      await Promise.all([...onTheirWay].filter((one) => one.source === source).map(({ done }) => done))
    },
    stop: () => {
      isStopped = true
      for (const room of busy.values()) room.callOff?.()
      busy.clear()
    },
  }
}

function addTo(room: Room, source: UpdateSource, news: AnyLiveUpdate): void {
  let waiting = room.waiting.find((one) => one.source === source && one.message === news.message)
  if (!waiting) room.waiting.push((waiting = { source, message: news.message, items: new Map() }))
  if ('build' in news) waiting.build = news.build
  else waiting.items.set(news.key ?? Symbol('without a key'), news.item)
}
