import { rooms, type Heartbeat } from '@thirty/contracts/live.ts'
import type { Gateway } from '@thirty/infra/live/gateway.ts'
import type { LivePublisher } from '@thirty/infra/live/live-publisher.ts'
import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { Logger } from '@thirty/infra/logger.ts'
import type { ReadModels } from '@thirty/projections/read-models.ts'
import { throttledLog } from '../lifecycle/throttled-log.ts'
import type { HealthMonitor } from './health-monitor.ts'

/** The viewers of the leaderboard, and whether live updates for them reach this process. */
export type Audience = { countOnline(): number; isReceiving(): boolean }

/** The audience of a single process. */
export const singleProcessAudience = (gateway: Gateway): Audience => ({
  countOnline: () => gateway.countSockets(rooms.leaderboard),
  isReceiving: () => true,
})

export type HeartbeatOptions = {
  logger: Logger
  core: {
    live: LivePublisher
    models: Pick<ReadModels, 'board' | 'heartbeat'>
    health: Pick<HealthMonitor, 'lagging'>
  }
  gateway: { socketServer: Pick<Gateway['socketServer'], 'on'> }
  audience: Audience
  scheduler?: Scheduler
}

const heartbeatMessage = 'leaderboard.heartbeat'
const heartbeatMs = 15_000
/** Milliseconds between two checks, and so the longest time that a leaderboard shows a wrong "live" or "delayed". */
const checkMs = 1_000

/**
 * Publishes heartbeats, which tell the leaderboards of this process whether they are live: periodically, and whenever
 * that changes. While leaderboards lag, every new connection receives the last heartbeat. Returns a function that stops
 * the heartbeats.
 */
export function startHeartbeat(options: HeartbeatOptions): () => void {
  const { logger, core, gateway, audience, scheduler = systemScheduler } = options
  const { live, models, health } = core
  const warn = throttledLog(
    (message: string, error: unknown) => logger.warn({ err: error }, message),
    scheduler.now,
  )
  let last: { heartbeat: Heartbeat; at: number } | undefined
  let isStopped = false

  const publish = (heartbeat: Heartbeat) => {
    const isChanged = heartbeat.behind !== last?.heartbeat.behind
    if (last && !isChanged && scheduler.now() - last.at < heartbeatMs) return
    last = { heartbeat, at: scheduler.now() }
    live.publish(rooms.leaderboard, heartbeatMessage, heartbeat)
  }
  const check = async () => {
    try {
      const late = health.lagging().map(({ name }) => name)
      const isLagging = late.includes(models.board().name)
      const heartbeat = await models.heartbeat(audience.countOnline(), audience.isReceiving() && !isLagging)
      // Not sent at once when only this changes: all browsers load again then, which a product under load must not do every second.
      publish({ ...heartbeat, ...(late.length > 0 && { late: late.toSorted() }) })
    } catch (error) {
      // Without heartbeats a leaderboard shows its own age; the next check may succeed.
      warn('no heartbeat: the leaderboard could not be read', error)
    }
    if (!isStopped) cancelTimer = scheduler.after(checkMs, () => void check())
  }
  gateway.socketServer.on('connection', (socket) => {
    if (last?.heartbeat.behind) socket.emit(heartbeatMessage, last.heartbeat)
  })
  let cancelTimer = scheduler.after(0, () => void check())
  return () => {
    isStopped = true
    cancelTimer()
  }
}
