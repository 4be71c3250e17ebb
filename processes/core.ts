// Opens everything for a process that serves requests: log, stores, read models and secrets.

import { loadDrafts } from '@thirty/command-api/projects/drafts/drafts.ts'
import type { WaitForProjections } from '@thirty/command-api/command.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { webhookSecrets } from '@thirty/command-api/webhooks/webhook-secrets.ts'
import { systemClock } from '@thirty/infra/scheduler.ts'
import { personalDocumentsIn } from '@thirty/infra/personal-documents/personal-documents.ts'
import { subjectOffers, presenceIn } from '@thirty/infra/presence/presence.ts'
import type { PushConnection } from '@thirty/infra/push/push-sender.ts'
import { sealing } from '@thirty/infra/sealed-text.ts'
import { openSessions, seenSessionsIn } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import { requireOwnBucket, requireOwnRedis, adoptEntries, openMedia, openStores } from './adapters/stores.ts'
import { openMail, openPush } from './adapters/mail-and-push.ts'
import { openReadModels } from './adapters/read-models.ts'
import { checkStoredSecrets } from './config/secrets.ts'
import { backgroundTasks } from './lifecycle/background-tasks.ts'
import type { ProcessContext } from './lifecycle/process-context.ts'
import { createOperations } from './ops/server/operations.ts'
import { openNameStreams } from './reservation-key.ts'

/** Maximum milliseconds that a response waits until the read models show its command. */
const projectionTimeoutMs = 1_000

/** The dependencies of a process that serves requests, by name. Each part of the process takes the dependencies that it needs. */
export type WebCore = Awaited<ReturnType<typeof openWebCore>>

export type WebCoreOptions = {
  /** First reserves all names under the key of this installation. */
  hasNewReservationKey?: boolean
  /** Emails of other processes stay theirs, because a shell has other settings and ends soon. */
  isShell?: boolean
  /** How push services are reached; over the internet when missing. */
  pushConnection?: PushConnection | undefined
}

/** Throws `WrongReservationKey`. Missing secrets are created last: a start that is refused leaves none. */
export async function openWebCore(
  context: ProcessContext,
  { hasNewReservationKey = false, isShell = false, pushConnection }: WebCoreOptions = {},
) {
  const { config, shutdown } = context
  checkStoredSecrets(config)
  const stores = await openStores(context)
  const { redis, entries, shortLived, processReports } = stores
  const personalDocuments = personalDocumentsIn(entries)
  const seenSessions = seenSessionsIn(shortLived)
  const presence = presenceIn(shortLived)
  const { ready, fill, ...readSide } = await openReadModels(context, stores, {
    draftsOf: (user) => loadDrafts(personalDocuments, user),
    findOpenSessions: openSessions(seenSessions, systemClock),
    openProjects: subjectOffers(presence),
  })
  const { log, runSwitch, health, running, selfCheck } = readSide
  await adoptEntries(context, entries)
  await requireOwnBucket(context, log)
  const media = await openMedia(context)
  shutdown.defer(() => media.close())
  await ready
  await health.check()
  const { secrets, names } = await openNameStreams(context, log, hasNewReservationKey)
  // Now the log has a name, also a new one.
  await requireOwnRedis(context, redis, log)
  await requireOwnBucket(context, log)
  const mail = openMail(context, secrets, entries, isShell ? 'none' : undefined)
  shutdown.defer(mail.close)
  const { runInBackground, drain } = backgroundTasks(context.logger)
  shutdown.defer(drain)
  // Separate: a push service that does not answer must not delay other tasks.
  const pushTasks = backgroundTasks(context.logger, { maxConcurrent: 8, maxQueued: 1_000 })
  shutdown.defer(pushTasks.drain)
  context.figures.push.countWaiting = pushTasks.pendingCount
  const waitForProjections: WaitForProjections = async (position) => {
    const result = { position: position.toString() }
    // A wait cannot succeed while the store is unavailable or no projection runs.
    const isHopeless = health.isStoreUnavailable() || health.areAllLate()
    if (await runSwitch.waitForPosition(position, isHopeless ? 0 : projectionTimeoutMs)) return result
    context.metrics.pendingResponses.inc()
    return { ...result, pending: true }
  }
  return {
    ...context,
    ...readSide,
    ...openPush(context, secrets, pushConnection),
    entries,
    media,
    personalDocuments,
    seenSessions,
    presence,
    processReports,
    waitForProjections,
    operations: running && selfCheck && createOperations({ log, running, selfCheck, fill }),
    commands: createCommands({ log, clock: systemClock }),
    names,
    secrets,
    secret: secrets.jwtSecret,
    reservationKey: secrets.reservationKey,
    fileSigner: secrets.fileSigner,
    clock: systemClock,
    publicUrl: config.publicUrl,
    timeZone: config.timezone,
    // Under the key that must never change, because what it encrypted is in the log.
    webhookSecrets: webhookSecrets(sealing(secrets.reservationKey, 'webhooks')),
    webhookAddresses: { http: !config.isProduction, private: config.allowsPrivateWebhooks },
    mail,
    runInBackground,
    runPushInBackground: pushTasks.runInBackground,
  }
}
