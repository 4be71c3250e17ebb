import { rooms } from '@thirty/contracts/live.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import type { Secrets } from '@thirty/infra/config.ts'
import { startGateway } from '@thirty/infra/live/gateway.ts'
import { measureSockets } from '@thirty/infra/metrics/measured-sockets.ts'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import type { Core } from './core.ts'
import type { FrontDoor } from './front-door.ts'
import type { House } from './house.ts'
import { webApp } from './web-app.ts'

const heartbeatEvery = 15_000

/**
 * Serves HTTP and sockets over a core. The answer takes no more, finishes what was accepted and tells the sockets; the
 * server is closed then.
 */
export function serve(house: House, secrets: Secrets, core: Core, door: FrontDoor): () => Promise<void> {
  const { config, output, metrics } = house
  const { app, auth } = webApp(house, secrets, core, { clock: systemClock, isLimited: config.isRateLimited })
  const gateway = startGateway({
    server: door.server,
    publicUrl: config.publicUrl,
    identify: auth.identify,
    scheduler: systemScheduler,
    log: output,
    trustedProxies: config.trustedProxies,
    ...(!config.isRateLimited && { mostSockets: Infinity }),
  })
  measureSockets(gateway.sockets, metrics)
  core.live.connect(gateway.sockets)
  const beat = async () => {
    try {
      const pulse = await core.models.heartbeat(gateway.count(rooms.leaderboard))
      core.live.publish(rooms.leaderboard, 'leaderboard.heartbeat', pulse)
    } catch (error) {
      // A board that hears nothing says by itself as of when it is; the next beat may be better.
      output.warn({ err: error }, 'no heartbeat, for the board cannot be read')
    }
  }
  const heart = setInterval(() => void beat(), heartbeatEvery)
  door.serve(app)

  return async () => {
    clearInterval(heart)
    await gateway.close()
  }
}
