import { nameStreams, type NameStreams } from '@thirty/command-api/accounts/names/name-streams.ts'
import { rebuildReservations } from '@thirty/command-api/accounts/names/rebuild-reservations.ts'
import {
  checkReservationKey,
  replaceReservationKey,
} from '@thirty/command-api/accounts/names/reservation-key.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { systemClock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Secrets } from './config/config.ts'
import type { ProcessContext } from './lifecycle/process-context.ts'

/** Milliseconds after the first start with a key during which web processes of the previous release may still be running. */
const upgradeMs = 60 * 60_000

/**
 * Returns the names of streams under the reservation key of this installation. Throws `WrongReservationKey` if the log was
 * written under another key.
 */
export async function openNameStreams(
  { config }: ProcessContext,
  { reservationKey }: Secrets,
  { log }: { log: EventLog },
): Promise<NameStreams> {
  const commands = createCommands({ log, clock: systemClock })
  const { keyFingerprint } = nameStreams(reservationKey)
  const { setAt, followsOlderRelease } = await checkReservationKey({ commands, log }, keyFingerprint)
  // An embedded log has one process, so no other release writes to it.
  const isUpgrade = followsOlderRelease && config.eventStoreUrl !== undefined
  return nameStreams(reservationKey, {
    reservesOlderStreams: () => isUpgrade && systemClock() < setAt + upgradeMs,
  })
}

/**
 * Reserves the names of all accounts under the reservation key of this installation, because the key of the log is lost or
 * was given away. No other process may serve requests.
 */
export async function renewReservations(
  { logger }: ProcessContext,
  { reservationKey }: Secrets,
  { log }: { log: EventLog },
): Promise<void> {
  const commands = createCommands({ log, clock: systemClock })
  const names = nameStreams(reservationKey)
  const { accounts } = await rebuildReservations({ commands, log, names })
  await replaceReservationKey(commands, names.keyFingerprint)
  logger.info({ accounts }, 'all names are reserved under the new reservation key')
}
