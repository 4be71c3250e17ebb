import type { Live } from '@thirty/infra/live/live.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'

export type HeartbeatOptions = {
  live: Live
  scheduler: Scheduler
  room: string
  message: string
  /** Position of the view that the room is about. */
  position: () => bigint
  /** How many sockets are in a room. */
  count: (room: string) => number
}

const every = 15_000

/**
 * Tells a room every 15 seconds where its view is, what time it is and how many are there, so that a quiet board can
 * be told from a dead one. The answer ends it.
 */
export function startHeartbeat({
  live,
  scheduler,
  room,
  message,
  position,
  count,
}: HeartbeatOptions): () => void {
  const beat = () => {
    const online = count(room)
    if (online > 0) {
      const at = new Date(scheduler.now()).toISOString()
      live.publish(room, message, { position: position().toString(), at, online })
    }
    callOff = scheduler.after(every, beat)
  }
  let callOff = scheduler.after(every, beat)
  return () => callOff()
}
