// Opens everything for a process that serves requests: log, stores, read models and secrets.

import { loadDrafts } from '@thirty/command-api/projects/drafts/drafts.ts'
import type { WaitForProjections } from '@thirty/command-api/command.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import { personalDocumentsIn } from '@thirty/infra/personal-documents/personal-documents.ts'
import { memoryEntries } from '@thirty/infra/entry-store/sqlite.ts'
import { subjectOffers, presenceIn } from '@thirty/infra/presence/presence.ts'
import { processReportsIn } from '@thirty/infra/process-reports/process-reports.ts'
import { openSessions, seenSessionsIn } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import { requireOwnBucket, requireOwnRedis } from './adapters/own-stores.ts'
import { openMail } from './adapters/mail.ts'
import { openReadModels } from './adapters/read-models.ts'
import { adoptEntries, openMedia, openStores } from './adapters/stores.ts'
import { checkStoredSecrets, loadSecrets } from './config/secrets.ts'
import { backgroundTasks } from './lifecycle/background-tasks.ts'
import type { ProcessContext } from './lifecycle/process-context.ts'
import type { Shutdown } from './lifecycle/shutdown.ts'
import { processDescription } from './health/describe-process.ts'
import { createOperations } from './ops/server/operations.ts'
import { openNameStreams, renewReservations, requireReservationKey } from './reservation-key.ts'

/** Maximum milliseconds that a response waits until the read models show its command. */
const projectionTimeoutMs = 1_000

/** The dependencies of a process that serves requests, by name. Each part of the process takes the dependencies that it needs. */
export type WebCore = Awaited<ReturnType<typeof openWebCore>>

/**
 * `hasNewReservationKey`: first reserves all names under the key of this installation. `isShell`: emails of other processes stay theirs,
 * because a shell has other settings and ends soon. Throws `WrongReservationKey`. Missing secrets are created last: a start that is refused
 * leaves none.
 */
export async function openWebCore(
  context: ProcessContext,
  shutdown: Shutdown,
  { hasNewReservationKey = false, isShell = false } = {},
) {
  checkStoredSecrets(context.config)
  const core = await openCore(context, shutdown)
  if (!hasNewReservationKey) await requireReservationKey(context, core)
  const secrets = loadSecrets(context.config)
  if (hasNewReservationKey) await renewReservations(context, secrets, core)
  const names = await openNameStreams(context, secrets, core, shutdown)
  // Now the log has a name, also a new one.
  await requireOwnRedis(core.redis, core.log, shutdown)
  await requireOwnBucket(context, core.log)
  const mail = openMail(context, secrets, core.entries, isShell ? 'none' : undefined)
  shutdown.defer(mail.close)
  const { runInBackground, drain } = backgroundTasks(context.logger)
  shutdown.defer(drain)
  // Separate: a push service that does not answer must not delay other tasks.
  const pushTasks = backgroundTasks(context.logger, { maxConcurrent: 8, maxQueued: 1_000 })
  shutdown.defer(pushTasks.drain)
  const describeProcess = processDescription(context, {
    running: core.running,
    mail,
    countPushTasks: pushTasks.pendingCount,
  })
  return {
    ...context,
    ...core,
    names,
    secrets,
    secret: secrets.jwtSecret,
    reservationKey: secrets.reservationKey,
    fileSigner: secrets.fileSigner,
    clock: systemClock,
    publicUrl: context.config.publicUrl,
    timeZone: context.config.timezone,
    mail,
    runInBackground,
    runPushInBackground: pushTasks.runInBackground,
    describeProcess,
  }
}

/** Opens log, read models, media and the store of what expires. Resolves when the process may serve requests. */
async function openCore(context: ProcessContext, shutdown: Shutdown) {
  const stores = await openStores(context, shutdown)
  const { redis, entries } = stores
  const personalDocuments = personalDocumentsIn(entries)
  // A single process keeps what may be lost in its memory: sessions alone would be a write to the disk for every user every minute.
  const shortLived = redis ? entries : memoryEntries()
  const seenSessions = seenSessionsIn(shortLived)
  const presence = presenceIn(shortLived)
  const processReports = processReportsIn(shortLived)
  const { ready, fill, ...readSide } = await openReadModels(context, stores, shutdown, processReports, {
    draftsOf: (user) => loadDrafts(personalDocuments, user),
    findOpenSessions: openSessions(seenSessions, systemClock),
    openProjects: subjectOffers(presence),
  })
  const { log, runSwitch, health, running, selfCheck } = readSide
  await adoptEntries(context, entries)
  await requireOwnBucket(context, log)
  const media = await openMedia(context)
  shutdown.defer(() => media.close())
  const operations = running && selfCheck && createOperations({ log, running, selfCheck, fill })
  await ready
  await health.check()

  const waitForProjections: WaitForProjections = async (position) => {
    const result = { position: position.toString() }
    // A wait cannot succeed while the store is unavailable or no projection runs.
    const isHopeless = health.isStoreUnavailable() || health.areAllLagging()
    if (await runSwitch.waitForPosition(position, isHopeless ? 0 : projectionTimeoutMs)) return result
    context.metrics.pendingResponses.inc()
    return { ...result, pending: true }
  }
  return {
    ...readSide,
    redis,
    media,
    personalDocuments,
    seenSessions,
    presence,
    entries,
    waitForProjections,
    operations,
    processReports,
  }
}
