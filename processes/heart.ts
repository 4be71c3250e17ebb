import { rooms, type Heartbeat } from '@thirty/contracts/live.ts'
import type { Gateway } from '@thirty/infra/live/gateway.ts'
import type { Live } from '@thirty/infra/live/live.ts'
import { systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { Log } from '@thirty/infra/telemetry.ts'
import type { ReadModels } from '@thirty/projections/read-models.ts'
import { seldom } from './seldom.ts'
import type { Vitals } from './vitals.ts'

/** How many watch the board, and whether what they are to hear arrives here. */
export type Audience = { online(): number; isHearing(): boolean }

/** The audience of a process that is the only one. */
export const alone = (gateway: Gateway): Audience => ({
  online: () => gateway.count(rooms.leaderboard),
  isHearing: () => true,
})

export type HeartOptions = {
  output: Log
  core: {
    live: Live
    models: Pick<ReadModels, 'board' | 'heartbeat'>
    vitals: Pick<Vitals, 'late'>
  }
  gateway: { sockets: Pick<Gateway['sockets'], 'on'> }
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
export function startHeart(options: HeartOptions): () => void {
  const { output, core, gateway, audience, scheduler = systemScheduler } = options
  const { live, models, vitals } = core
  const warn = seldom((words: string, error: unknown) => output.warn({ err: error }, words), scheduler.now)
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
      const isLate = vitals.late().some(({ name }) => name === models.board.name)
      tell(await models.heartbeat(audience.online(), audience.isHearing() && !isLate))
    } catch (error) {
      // A board that hears nothing says by itself as of when it is; the next look may be better.
      warn('no heartbeat, for the board cannot be read', error)
    }
    if (!isOver) callOff = scheduler.after(lookEvery, () => void look())
  }
  gateway.sockets.on('connection', (socket) => {
    if (told?.pulse.behind) socket.emit(message, told.pulse)
  })
  let callOff = scheduler.after(0, () => void look())
  return () => {
    isOver = true
    callOff()
  }
}
