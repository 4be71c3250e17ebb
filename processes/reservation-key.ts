// The names of streams under the reservation key of this installation. Checks that the log was written under this key, at the start and in
// a shared log every ten seconds, and reserves all names again under it if the key of the log is lost.

import {
  nameStreams,
  checkFingerprint,
  recordFingerprint,
  recordedFingerprint,
  WrongReservationKey,
} from '@thirty/command-api/accounts/names/name-streams.ts'
import { rebuildReservations } from '@thirty/command-api/accounts/names/rebuild-reservations.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { systemClock, repeat, systemScheduler, type Scheduler } from '@thirty/infra/scheduler.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { findSecret, loadSecrets } from './config/secrets.ts'
import type { ProcessContext } from './lifecycle/process-context.ts'

/** Milliseconds between two checks whether the log still has the same reservation key. */
const keyCheckMs = 10_000

/**
 * Returns the secrets of this installation, and the names of streams under its reservation key. Throws `WrongReservationKey`, before a
 * secret is created, if the log was written under another key, or this installation has none. The process exits when that is so later,
 * because the log was put back to an older copy. `isNew`: the key of the log is lost or was given away, so the names of all accounts are
 * reserved under the current key; no other process may serve requests meanwhile.
 */
export async function openNameStreams(context: ProcessContext, log: EventLog, isNew: boolean) {
  const { config, logger, shutdown } = context
  const commands = createCommands({ log, clock: systemClock })
  const stored = isNew ? undefined : await recordedFingerprint(commands)
  if (stored) {
    const key = findSecret(config, 'RESERVATION_KEY')
    if (key === undefined || nameStreams(key).keyFingerprint !== stored.fingerprint)
      throw new WrongReservationKey()
  }
  const secrets = loadSecrets(config)
  const names = nameStreams(secrets.reservationKey)
  if (isNew) {
    const { accounts } = await rebuildReservations({ commands, log, names })
    await recordFingerprint(commands, names.keyFingerprint, { isNew })
    logger.info({ accounts }, 'all names are reserved under the new reservation key')
  }
  const check = () => checkFingerprint(commands, names.keyFingerprint)
  const { setAt } = await check()
  const onChanged = (error: Error) => {
    logger.fatal({ err: error }, 'the reservation key of the event log has changed; the process exits')
    process.exit(1)
  }
  // The embedded log fails by itself when it is put back.
  if (config.eventStoreUrl !== undefined)
    shutdown.defer(watchReservationKey(setAt, check, onChanged, systemScheduler))
  return { secrets, names }
}

/**
 * Checks the reservation key of the log every ten seconds, and calls `onChanged` once if the log has another key, or had none any more and
 * was given this one: `setAt` is when the key was recorded. Returns a function that ends it.
 */
export function watchReservationKey(
  setAt: number,
  check: () => Promise<{ setAt: number }>,
  onChanged: (error: Error) => void,
  scheduler: Scheduler,
): () => void {
  const putBack = 'The log had no reservation key any more: it was put back to an older copy.'
  const work = async (isStopped: () => boolean) => {
    const change = await check().then(
      (found) => found.setAt !== setAt && new Error(putBack),
      // A log that cannot be reached is reported by everything that needs it.
      (error: unknown) => error instanceof WrongReservationKey && error,
    )
    if (change === false || isStopped()) return keyCheckMs
    onChanged(change)
    return undefined
  }
  const stop = repeat(scheduler, work, keyCheckMs)
  return () => void stop()
}
