import { createServer } from 'node:http'
import { rooms } from '@thirty/contracts/live.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import type { Config, Secrets } from '@thirty/infra/config.ts'
import { listen } from '@thirty/infra/http/listen.ts'
import { startGateway } from '@thirty/infra/live/gateway.ts'
import { measureSockets } from '@thirty/infra/metrics/measured-sockets.ts'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import type { Core } from './core.ts'
import { webApp } from './web-app.ts'

const heartbeatEvery = 15_000
/** How long requests under way may take when the process is asked to end. */
const endWithin = 10_000

/** Serves HTTP and sockets over a core. */
export async function serve(config: Config, secrets: Secrets, core: Core) {
  const { app, auth } = webApp(config, secrets, core, { clock: systemClock, isLimited: config.isRateLimited })
  const server = createServer(
    { requestTimeout: 30_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 },
    app,
  )
  const gateway = startGateway({
    server,
    publicUrl: config.publicUrl,
    identify: auth.identify,
    scheduler: systemScheduler,
    log: core.output,
    trustedProxies: config.trustedProxies,
    ...(!config.isRateLimited && { mostSockets: Infinity }),
  })
  measureSockets(gateway.sockets, core.metrics)
  core.live.connect(gateway.sockets)
  const heart = setInterval(() => void beat(), heartbeatEvery)
  const beat = async () => {
    const pulse = await core.models.heartbeat(gateway.count(rooms.leaderboard))
    core.live.publish(rooms.leaderboard, 'leaderboard.heartbeat', pulse)
  }
  await listen(server, config.port, config.host)

  /** Takes no more, finishes what was accepted, tells the sockets, and lets go of everything. */
  const close = async () => {
    clearInterval(heart)
    const stuck = setTimeout(() => process.exit(1), endWithin)
    stuck.unref()
    await gateway.close()
    await core.close()
    process.exitCode = 0
  }
  return { server, close }
}
