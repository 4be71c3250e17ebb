import { rooms } from '@thirty/contracts/live.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import type { Secrets } from '@thirty/infra/config.ts'
import { limits, type Limits } from '@thirty/infra/http/limits.ts'
import { connectForLimits } from '@thirty/infra/http/shared-limits.ts'
import { startGateway, type Gateway } from '@thirty/infra/live/gateway.ts'
import { redisStreams } from '@thirty/infra/live/redis-streams.ts'
import { measureSockets } from '@thirty/infra/metrics/measured-sockets.ts'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import type { Core } from './core.ts'
import type { Ending } from './ending.ts'
import type { FrontDoor } from './front-door.ts'
import type { House } from './house.ts'
import { seldom } from './seldom.ts'
import { webApp } from './web-app.ts'

const heartbeatEvery = 15_000
/** Nobody should read "live" for longer than this when it is not. */
const lookEvery = 1_000

/** Serves HTTP and sockets over a core. At its end it takes no more, finishes what was accepted, and tells the sockets. */
export function serve(house: House, secrets: Secrets, core: Core, door: FrontDoor, ending: Ending): void {
  const { config, output, metrics } = house
  const counted = limitsOf(house, ending)
  const { app, auth } = webApp(house, secrets, core, { clock: systemClock, limits: counted })
  const streams =
    config.redisUrl === undefined
      ? undefined
      : redisStreams({ url: config.redisUrl, scheduler: systemScheduler, log: output })
  ending.last(() => streams?.close())
  const gateway = startGateway({
    server: door.server,
    publicUrl: config.publicUrl,
    identify: auth.identify,
    scheduler: systemScheduler,
    log: output,
    trustedProxies: config.trustedProxies,
    ...(!config.isRateLimited && { mostSockets: Infinity }),
    ...(streams && { adapter: streams.adapter }),
  })
  ending.last(gateway.close)
  measureSockets(gateway.sockets, metrics)
  core.live.connect(gateway.sockets)
  ending.last(beatTheHeart(house, core, streams ?? alone(gateway)))
  ending.last(core.models.followCalendar(core.live, systemScheduler))
  door.serve(app)
}

/** How many watch the board, and whether what they are to hear arrives here. */
type Audience = { online(): number; isHearing(): boolean }

const alone = (gateway: Gateway): Audience => ({
  online: () => gateway.count(rooms.leaderboard),
  isHearing: () => true,
})

/** Tells the boards of this process every few seconds, and when it changes, whether they hear everything. The answer ends that. */
function beatTheHeart({ output }: House, { live, models, vitals }: Core, audience: Audience): () => void {
  let wasWell: boolean | undefined
  const beat = async () => {
    try {
      const pulse = await models.heartbeat(audience.online(), audience.isHearing())
      live.publish(rooms.leaderboard, 'leaderboard.heartbeat', pulse)
    } catch (error) {
      // A board that hears nothing says by itself as of when it is; the next beat may be better.
      output.warn({ err: error }, 'no heartbeat, for the board cannot be read')
    }
  }
  const beatOnChange = () => {
    const isWell = audience.isHearing() && !vitals.isStoreAway()
    if (isWell !== wasWell) void beat()
    wasWell = isWell
  }
  const [heart, watch] = [
    setInterval(() => void beat(), heartbeatEvery),
    setInterval(beatOnChange, lookEvery),
  ]
  return () => {
    clearInterval(heart)
    clearInterval(watch)
  }
}

/** Tries are counted by all processes together where they share a Redis. */
function limitsOf({ config, output }: House, ending: Ending): Limits {
  const { redisUrl, isRateLimited: on } = config
  if (redisUrl === undefined || !on) return limits({ on })
  const tell = seldom((reason: string) => output.warn({ reason }, 'limits are counted by this process alone'))
  const redis = connectForLimits(redisUrl, ({ message }) => tell(message))
  ending.last(() => redis.disconnect())
  return limits({ on, redis })
}
