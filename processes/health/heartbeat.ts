// Publishes heartbeats, which tell the leaderboards of this process whether they are live.

import { rooms, type Heartbeat } from '@thirty/contracts/live/live.ts'
import type { Gateway } from '@thirty/infra/live/gateway.ts'
import type { LivePublisher } from '@thirty/infra/live/live-publisher.ts'
import { repeat, systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { Audience, ReadModels } from '@thirty/projections/read-models.ts'
import type { ProcessContext } from '../lifecycle/process-context.ts'
import type { HealthMonitor } from './health-monitor.ts'

export type HeartbeatOptions = {
  warn: ProcessContext['warn']
  live: LivePublisher
  models: Pick<ReadModels, 'audiences'>
  health: Pick<HealthMonitor, 'lateSince'>
  gateway: { socketServer: Pick<Gateway['socketServer'], 'on'> }
  /** The viewers of the leaderboard, and whether live updates for them reach this process. */
  viewers: { countOnline(): number; isReceiving(): boolean }
  scheduler?: Scheduler
}

const heartbeatMessage = 'leaderboard.heartbeat'
const heartbeatMs = 15_000
/** Milliseconds between two checks, and so the longest time that a leaderboard shows a wrong "live" or "delayed". */
const checkMs = 1_000

/**
 * Publishes a heartbeat periodically, and whenever the state changes. While leaderboards lag, every new connection receives the last
 * heartbeat. Each audience hears only about its own read models. Returns a function that stops the heartbeats.
 */
export function startHeartbeat(options: HeartbeatOptions): () => void {
  const { warn, live, models, health, gateway, viewers, scheduler = systemScheduler } = options
  /** By the room that does not receive it. */
  let last = new Map<string | undefined, { heartbeat: Heartbeat; at: number }>()

  const heartbeatOf = async ({ board, readModels, heartbeat: find }: Audience): Promise<Heartbeat> => {
    const lateSince = health.lateSince()
    const late = readModels.flatMap(({ name }) => (lateSince.has(name) ? name : []))
    const heartbeat = await find(viewers.countOnline(), viewers.isReceiving() && !late.includes(board.name))
    return { ...heartbeat, ...(late.length > 0 && { late: late.toSorted() }) }
  }
  const check = async () => {
    const next: typeof last = new Map()
    for (const audience of models.audiences()) {
      const { except } = audience
      const previous = last.get(except)
      try {
        const heartbeat = await heartbeatOf(audience)
        // Not sent at once when only `late` changes: all browsers load again then, which a product under load must not do every second.
        const isSame = heartbeat.behind === previous?.heartbeat.behind
        if (previous && isSame && scheduler.now() - previous.at < heartbeatMs) next.set(except, previous)
        else {
          live.publish(rooms.leaderboard, heartbeatMessage, heartbeat, except)
          next.set(except, { heartbeat, at: scheduler.now() })
        }
      } catch (error) {
        if (previous) next.set(except, previous)
        // Without heartbeats a leaderboard shows its own age; the next check may succeed.
        warn('no heartbeat: the leaderboard could not be read', error)
      }
    }
    last = next
    return checkMs
  }
  gateway.socketServer.on('connection', (socket) => {
    for (const [except, { heartbeat }] of last)
      if (heartbeat.behind && !(except !== undefined && socket.rooms.has(except)))
        socket.emit(heartbeatMessage, heartbeat)
  })
  const stop = repeat(scheduler, check, 0)
  return () => void stop()
}
