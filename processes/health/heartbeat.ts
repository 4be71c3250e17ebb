import { rooms, type Heartbeat } from '@thirty/contracts/live.ts'
import type { Gateway } from '@thirty/infra/live/gateway.ts'
import type { LivePublisher } from '@thirty/infra/live/live-publisher.ts'
import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { Logger } from '@thirty/infra/logger.ts'
import type { ReadModels } from '@thirty/projections/read-models.ts'
import { throttledLog } from '../lifecycle/throttled-log.ts'
import type { HealthMonitor } from './health-monitor.ts'

/** How many watch the board, and whether what they are to hear arrives here. */
export type Audience = { countOnline(): number; isReceiving(): boolean }

/** The audience of a process that is the only one. */
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

const message = 'leaderboard.heartbeat'
const beatEvery = 15_000
/** Nobody should read "live" for longer than this when it is not, nor "delayed". */
const lookEvery = 1_000

/**
 * Tells the boards of this process whether they hear everything: every few seconds, when it changes, and, while they do
 * not, each one that comes. The answer ends that.
 */
export function startHeartbeat(options: HeartbeatOptions): () => void {
  const { logger: output, core, gateway, audience, scheduler = systemScheduler } = options
  const { live, models, health } = core
  const warn = throttledLog(
    (words: string, error: unknown) => output.warn({ err: error }, words),
    scheduler.now,
  )
  let told: { pulse: Heartbeat; at: number } | undefined
  let isOver = false

  const tell = (pulse: Heartbeat) => {
    const isNews = pulse.behind !== told?.pulse.behind
    if (told && !isNews && scheduler.now() - told.at < beatEvery) return
    told = { pulse, at: scheduler.now() }
    live.publish(rooms.leaderboard, message, pulse)
  }
  const look = async () => {
    try {
      const isLate = health.lagging().some(({ name }) => name === models.board.name)
      tell(await models.heartbeat(audience.countOnline(), audience.isReceiving() && !isLate))
    } catch (error) {
      // A board that hears nothing says by itself as of when it is; the next look may be better.
      warn('no heartbeat, for the board cannot be read', error)
    }
    if (!isOver) callOff = scheduler.after(lookEvery, () => void look())
  }
  gateway.socketServer.on('connection', (socket) => {
    if (told?.pulse.behind) socket.emit(message, told.pulse)
  })
  let callOff = scheduler.after(0, () => void look())
  return () => {
    isOver = true
    callOff()
  }
}
