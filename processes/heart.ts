import { rooms } from '@thirty/contracts/live.ts'
import type { Gateway } from '@thirty/infra/live/gateway.ts'
import type { Log } from '@thirty/infra/telemetry.ts'
import type { Core } from './core.ts'

/** How many watch the board, and whether what they are to hear arrives here. */
export type Audience = { online(): number; isHearing(): boolean }

/** The audience of a process that is the only one. */
export const alone = (gateway: Gateway): Audience => ({
  online: () => gateway.count(rooms.leaderboard),
  isHearing: () => true,
})

export type HeartOptions = {
  output: Log
  core: Pick<Core, 'live' | 'models' | 'vitals'>
  gateway: Gateway
  audience: Audience
}

const message = 'leaderboard.heartbeat'
const beatEvery = 15_000
/** Nobody should read "live" for longer than this when it is not. */
const lookEvery = 1_000

/**
 * Tells the boards of this process whether they hear everything: every few seconds, when it changes, and, while they do
 * not, each one that comes. The answer ends that.
 */
export function startHeart({ output, core, gateway, audience }: HeartOptions): () => void {
  const { live, models, vitals } = core
  let wasWell: boolean | undefined

  const beat = async (tell: (pulse: object) => void) => {
    try {
      tell(await models.heartbeat(audience.online(), audience.isHearing()))
    } catch (error) {
      // A board that hears nothing says by itself as of when it is; the next beat may be better.
      output.warn({ err: error }, 'no heartbeat, for the board cannot be read')
    }
  }
  const beatForAll = () => void beat((pulse) => live.publish(rooms.leaderboard, message, pulse))
  const look = () => {
    const isWell = audience.isHearing() && !vitals.isStoreAway()
    if (isWell !== wasWell) beatForAll()
    wasWell = isWell
  }
  gateway.sockets.on('connection', (socket) => {
    if (wasWell === false) void beat((pulse) => socket.emit(message, pulse))
  })
  look()
  const timers = [setInterval(beatForAll, beatEvery), setInterval(look, lookEvery)]
  return () => timers.forEach((timer) => clearInterval(timer))
}
