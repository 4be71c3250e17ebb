// The web role: serves HTTP and sockets, and starts the periodic tasks of a web process and its deliveries to webhooks.

import { randomInt, randomUUID } from 'node:crypto'
import { isDeleted, loadProfileImage } from '@thirty/command-api/accounts/account.ts'
import { forgetEndedHourly } from '@thirty/command-api/accounts/admins/invitations.ts'
import { pendingErasures } from '@thirty/command-api/accounts/deletion/delete-account.ts'
import { unsubscribeLinks } from '@thirty/command-api/accounts/email-links/endpoints.ts'
import { sendNotice } from '@thirty/command-api/accounts/push/push-notifier.ts'
import { imageCleanup } from '@thirty/command-api/images/cleanup/image-cleanup.ts'
import { screenshotsInDrafts } from '@thirty/command-api/projects/drafts/drafts.ts'
import {
  emailReminders,
  pushReminders,
  startReminderSchedule,
} from '@thirty/command-api/reminders/reminders.ts'
import { runHourly } from '@thirty/command-api/run-hourly.ts'
import { startWebhookDeliveries } from '@thirty/command-api/webhooks/deliveries/webhook-deliveries.ts'
import { turnOffFailing } from '@thirty/command-api/webhooks/turn-off-failing.ts'
import { unlimitedSockets } from '@thirty/contracts/endpoints/limits.ts'
import { roomKinds, rooms } from '@thirty/contracts/live/live.ts'
import { canWatch, defaultRooms } from '@thirty/contracts/live/room-access.ts'
import { productName } from '@thirty/contracts/product.ts'
import type { HttpServer } from '@thirty/infra/http/http-server.ts'
import { eventAddresses } from '@thirty/infra/http/rate-limits/client-address.ts'
import {
  rateLimits,
  type RateLimits,
  type RateLimitsOptions,
} from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { startGateway } from '@thirty/infra/live/gateway.ts'
import { warning } from '@thirty/infra/logger.ts'
import { collectSocketMetrics, setWhenRead } from '@thirty/infra/metrics/metrics.ts'
import { connectRateLimitRedis } from '@thirty/infra/redis/open-redis.ts'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import { webhookSender } from '@thirty/infra/webhooks/webhook-sender.ts'
import { challengeMessages } from '@thirty/projections/challenge/live.ts'
import about from '../package.json' with { type: 'json' }
import type { WebCore } from './core.ts'
import { startHeartbeat } from './health/heartbeat.ts'
import { publishReports } from './health/publish-reports.ts'
import type { ProcessContext } from './lifecycle/process-context.ts'
import { announceServer } from './ops/connection/running-server.ts'
import { webApp } from './web-app.ts'

/** The shutdown completes accepted requests and disconnects the sockets. */
export async function serve(core: WebCore, httpServer: HttpServer): Promise<void> {
  const { config, logger, metrics, figures, live, models, shutdown } = core
  const streams = await connectStreams(core)
  shutdown.defer(() => streams?.close())
  const isAtEvent = createEventAddresses(core)
  // Completes erasures that a process began before it ended.
  const onNotErased = 'deleted accounts could not be erased completely; they are retried within the hour'
  const erasures = runHourly(pendingErasures(core), warning(logger, onNotErased))
  const { app, auth, close } = webApp({
    ...core,
    limits: createRateLimits(core, isAtEvent),
    retryErasures: erasures.runSoon,
  })
  const gateway = startGateway({
    server: httpServer.server,
    publicUrl: config.publicUrl,
    identify: auth.identify,
    access: { defaultRooms, canWatch, joinedPosition: models.joinedPosition },
    scheduler: systemScheduler,
    log: logger,
    trustedProxies: config.trustedProxies,
    isAtEvent,
    ...(!config.isRateLimited && { limits: unlimitedSockets }),
    ...(streams && { adapter: streams.adapter }),
    // A process with all roles is mostly alone: its clients would find no other one.
    ...(streams && config.role === 'web' && { endingMessage: 'server.ending' }),
  })
  shutdown.defer(close)
  shutdown.defer(gateway.close)
  collectSocketMetrics(gateway.socketServer, metrics, roomKinds())
  figures.countSockets = () => gateway.socketServer.sockets.sockets.size
  const countViewers = () => gateway.countSockets(rooms.leaderboard)
  const { viewersElsewhere, stop } = publishReports(core, countViewers)
  shutdown.defer(stop)
  live.attach(gateway.socketServer)
  const viewers = {
    countOnline: () => countViewers() + viewersElsewhere(),
    isReceiving: () => streams?.isReceiving() ?? true,
  }
  shutdown.defer(startHeartbeat({ ...core, gateway, viewers }))
  shutdown.defer(challengeMessages(models.challenge, live, systemScheduler).startSchedule())
  startPeriodicTasks(core)
  shutdown.defer(erasures.stop)
  shutdown.defer(startDeliveries(core).stop)
  httpServer.setListener(app)
  // The shell reaches stores that all processes share without a server.
  if (config.role === 'all')
    shutdown.defer(
      announceServer(config.dataDir, { address: httpServer.address, issuer: config.publicUrl.origin }),
    )
}

/** Starts the tasks that every web process runs, without coordination: hourly ones, and the reminders. */
function startPeriodicTasks(core: WebCore): void {
  const { logger, shutdown } = core
  const onImagesLeft = warning(logger, 'unused images could not be removed; they are retried in an hour')
  const cleanup = imageCleanup({
    ...core,
    isDeleted: (user) => isDeleted(core.commands, user),
    loadProfileImage: (user) => loadProfileImage(core.commands, user),
    imagesInDrafts: (user) => screenshotsInDrafts(core.personalDocuments, user),
    onError: onImagesLeft,
  })
  shutdown.defer(runHourly(cleanup, onImagesLeft).stop)
  const addressesLeft =
    'email addresses of ended invitations could not be removed; they are retried within the hour'
  shutdown.defer(runHourly(forgetEndedHourly(core), warning(logger, addressesLeft)).stop)
  const reminders = [
    emailReminders({ ...core, unsubscribeLinksFor: (user) => unsubscribeLinks(core, user) }),
    pushReminders((user, notice) => sendNotice(core, user, notice)),
  ]
  // Claims in the log decide which process sends a reminder.
  for (const channel of reminders)
    shutdown.defer(
      startReminderSchedule({
        ...core,
        findUnsubmitted: (query) => core.models.shownRun.current.views.admins.unsubmitted(query),
        channel,
        scheduler: systemScheduler,
        onError: warning(logger, 'reminders failed; they are retried in a minute'),
      }),
    )
}

/** Connects the live messages of all processes, which need Redis; `undefined` without it. */
async function connectStreams({ config, logger }: ProcessContext) {
  if (config.redisUrl === undefined) return undefined
  // Its client takes a tenth of a start, so only an installation that uses it loads it.
  const { connectRedisStreams } = await import('@thirty/infra/live/redis/redis-streams.ts')
  return connectRedisStreams({
    url: config.redisUrl,
    scheduler: systemScheduler,
    log: logger,
    resyncMessage: 'news.missed',
  })
}

/** The networks of an event: of the configuration, and named by owners. */
const createEventAddresses = ({ config, logger, models, clock }: WebCore) =>
  eventAddresses({
    configured: config.eventNetworks,
    current: async () => (await models.currentOptions()).eventNetworks,
    clock,
    onFailure: warning(logger, 'the networks of an event cannot be read; limits hold there'),
  })

function createRateLimits(
  { config, warn, secret, shutdown }: WebCore,
  isAtEvent: NonNullable<RateLimitsOptions['isAtEvent']>,
): RateLimits {
  const { redisUrl, isRateLimited: isEnabled } = config
  if (redisUrl === undefined || !isEnabled) return rateLimits({ isEnabled, secret, isAtEvent })
  const redis = connectRateLimitRedis(redisUrl, (error) =>
    warn('rate limits are counted by this process alone', error),
  )
  shutdown.defer(() => redis.disconnect())
  return rateLimits({ isEnabled, redis, secret, isAtEvent })
}

/** Delivers to webhooks, and logs and counts it. Runs in every web process; a lease decides which of them delivers. */
function startDeliveries(core: WebCore) {
  const { config, logger, warn, figures, metrics, live, entries } = core
  for (const outcome of ['delivered', 'retried', 'failed', 'gone'] as const)
    metrics.webhookTries.inc({ outcome }, 0)
  const turnOffWebhook = turnOffFailing({
    ...core,
    onNotTold: (error) => logger.warn({ err: error }, 'nobody could be told that a webhook was turned off'),
  })
  const started = startWebhookDeliveries({
    ...core,
    store: entries,
    scheduler: systemScheduler,
    holder: randomUUID(),
    send: webhookSender({
      allowPrivate: config.allowsPrivateWebhooks,
      userAgent: `${productName}/${about.version}`,
    }),
    secrets: core.webhookSecrets,
    allowed: core.webhookAddresses,
    random: () => randomInt(1_000) / 1_000,
    broadcast: live.broadcast,
    onTried: (_webhook, outcome) => {
      figures.webhooks.count(outcome === 'delivered')
      metrics.webhookTries.inc({ outcome })
    },
    onLogReplaced: (error) =>
      logger.warn({ err: error }, 'the event log was put back; webhooks receive what happens from now on'),
    onError: (error) => warn('webhooks could not be delivered; retrying', error),
    turnOff: async (webhook, reason, since) => {
      const isOff = await turnOffWebhook(webhook, reason, since)
      if (isOff) logger.warn({ webhook, reason }, 'a webhook was turned off')
      return isOff
    },
  })
  figures.webhooks.countWaiting = started.waitingCount
  setWhenRead(metrics.waitingWebhooks, () => metrics.waitingWebhooks.set(started.waitingCount()))
  return started
}
