import { unfinishedDeletions } from '@thirty/command-api/accounts/unfinished-deletions.ts'
import { pictureSweep } from '@thirty/command-api/pictures/sweep.ts'
import { startSweeping } from '@thirty/command-api/pictures/sweeping.ts'
import { commands } from '@thirty/command-api/handle.ts'
import { startReminding } from '@thirty/command-api/reminders/reminding.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import type { Secrets } from '@thirty/infra/config.ts'
import { limits, type Limits } from '@thirty/infra/http/limits.ts'
import { connectForLimits } from '@thirty/infra/http/shared-limits.ts'
import { startGateway } from '@thirty/infra/live/gateway.ts'
import { redisStreams } from '@thirty/infra/live/redis-streams.ts'
import { measureSockets } from '@thirty/infra/metrics/measured-sockets.ts'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import type { Core } from './core.ts'
import type { Ending } from './ending.ts'
import type { FrontDoor } from './front-door.ts'
import { alone, startHeart } from './heart.ts'
import type { House } from './house.ts'
import { seldom } from './seldom.ts'
import { webApp } from './web-app.ts'

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
  ending.last(startHeart({ output, core, gateway, audience: streams ?? alone(gateway) }))
  ending.last(core.models.followCalendar(core.live, systemScheduler))
  ending.last(sweepPictures(house, core))
  ending.last(eraseDeleted(house, core))
  ending.last(remindPeople(house, core))
  door.serve(app)
}

/** Every web process sends reminders; the log decides which of them sends whose. */
function remindPeople({ config, output }: House, { log, mail, models }: Core): () => Promise<void> {
  const onTrouble = (error: unknown) => output.warn({ err: error }, 'reminders wait for a minute')
  return startReminding({
    commands: commands({ log, clock: systemClock }),
    unsubmitted: models.unsubmitted,
    mail,
    timeZone: config.timezone,
    publicUrl: config.publicUrl,
    scheduler: systemScheduler,
    onTrouble,
  })
}

/** Every web process removes the pictures that nothing shows; none needs to know of the others. */
function sweepPictures({ output }: House, { log, media }: Core): () => Promise<void> {
  const onTrouble = (error: unknown) =>
    output.warn({ err: error }, 'unused pictures could not be removed; they wait for the next hour')
  return startSweeping(pictureSweep({ log, media, clock: systemClock, onTrouble }), onTrouble)
}

/** Every web process erases what another one, that ended in between, left of a deleted account. */
function eraseDeleted({ output }: House, { log }: Core): () => Promise<void> {
  return startSweeping(unfinishedDeletions({ log, clock: systemClock }), (error) =>
    output.warn({ err: error }, 'what is left of deleted accounts waits for the next hour'),
  )
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
