import { roomKinds, rooms } from '@thirty/contracts/live.ts'
import { canWatch, defaultRooms } from '@thirty/contracts/room-access.ts'
import { pendingErasures } from '@thirty/command-api/accounts/deletion/pending-erasures.ts'
import { imageCleanup } from '@thirty/command-api/images/cleanup/image-cleanup.ts'
import { runHourly } from '@thirty/command-api/run-hourly.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { startReminderSchedule } from '@thirty/command-api/reminders/reminder-schedule.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import type { Secrets } from '@thirty/infra/config/config.ts'
import {
  connectRateLimitRedis,
  rateLimits,
  type RateLimits,
} from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { startGateway } from '@thirty/infra/live/gateway.ts'
import { connectRedisStreams } from '@thirty/infra/live/redis/redis-streams.ts'
import { collectSocketMetrics } from '@thirty/infra/metrics/socket-metrics.ts'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import type { Core } from './core.ts'
import type { Shutdown } from './lifecycle/shutdown.ts'
import type { HttpServer } from './lifecycle/http-server.ts'
import { singleProcessAudience, startHeartbeat } from './health/heartbeat.ts'
import type { ProcessContext } from './lifecycle/process-context.ts'
import { throttledLog } from './lifecycle/throttled-log.ts'
import { webApp } from './web-app.ts'

/** Serves HTTP and sockets over a core. At its end it takes no more, finishes what was accepted, and tells the sockets. */
export function serve(
  house: ProcessContext,
  secrets: Secrets,
  core: Core,
  door: HttpServer,
  ending: Shutdown,
): void {
  const { config, logger: output, metrics } = house
  const counted = limitsOf(house, ending)
  const { app, auth } = webApp(house, secrets, core, { clock: systemClock, limits: counted })
  const streams =
    config.redisUrl === undefined
      ? undefined
      : connectRedisStreams({
          url: config.redisUrl,
          scheduler: systemScheduler,
          log: output,
          onlineRoom: rooms.leaderboard,
          resyncMessage: 'news.missed',
        })
  ending.defer(() => streams?.close())
  const gateway = startGateway({
    server: door.server,
    publicUrl: config.publicUrl,
    identify: auth.identify,
    access: { defaultRooms, canWatch },
    scheduler: systemScheduler,
    log: output,
    trustedProxies: config.trustedProxies,
    ...(!config.isRateLimited && { maxSockets: Infinity }),
    ...(streams && { adapter: streams.adapter }),
  })
  ending.defer(gateway.close)
  collectSocketMetrics(gateway.socketServer, metrics, roomKinds)
  core.live.attach(gateway.socketServer)
  ending.defer(
    startHeartbeat({ logger: output, core, gateway, audience: streams ?? singleProcessAudience(gateway) }),
  )
  ending.defer(core.models.startScheduledUpdates(core.live, systemScheduler))
  ending.defer(sweepPictures(house, core))
  ending.defer(eraseDeleted(house, core))
  ending.defer(remindPeople(house, core))
  door.setListener(app)
}

/** Every web process sends reminders; the log decides which of them sends whose. */
function remindPeople(
  { config, logger: output }: ProcessContext,
  { log, mail, models }: Core,
): () => Promise<void> {
  const onTrouble = (error: unknown) => output.warn({ err: error }, 'reminders wait for a minute')
  return startReminderSchedule({
    commands: createCommands({ log, clock: systemClock }),
    findUnsubmitted: models.unsubmitted,
    mail,
    timeZone: config.timezone,
    publicUrl: config.publicUrl,
    scheduler: systemScheduler,
    onError: onTrouble,
  })
}

/** Every web process removes the pictures that nothing shows; none needs to know of the others. */
function sweepPictures({ logger: output }: ProcessContext, { log, media }: Core): () => Promise<void> {
  const onTrouble = (error: unknown) =>
    output.warn({ err: error }, 'unused pictures could not be removed; they wait for the next hour')
  return runHourly(imageCleanup({ log, media, clock: systemClock, onError: onTrouble }), onTrouble)
}

/** Every web process erases what another one, that ended in between, left of a deleted account. */
function eraseDeleted({ logger: output }: ProcessContext, { log }: Core): () => Promise<void> {
  return runHourly(pendingErasures({ log, clock: systemClock }), (error) =>
    output.warn({ err: error }, 'what is left of deleted accounts waits for the next hour'),
  )
}

/** Tries are counted by all processes together where they share a Redis. */
function limitsOf({ config, logger: output }: ProcessContext, ending: Shutdown): RateLimits {
  const { redisUrl, isRateLimited: on } = config
  if (redisUrl === undefined || !on) return rateLimits({ isEnabled: on })
  const tell = throttledLog((reason: string) =>
    output.warn({ reason }, 'limits are counted by this process alone'),
  )
  const redis = connectRateLimitRedis(redisUrl, ({ message }) => tell(message))
  ending.defer(() => redis.disconnect())
  return rateLimits({ isEnabled: on, redis })
}
