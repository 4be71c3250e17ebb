// Finds who holds a name, and releases it.

import { newContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import type { Account } from '../evolve.ts'
import { loadAccount } from '../load-account.ts'
import type { UniqueName } from './name-streams.ts'
import { release, reservations } from './reservation.ts'

/** A reservation that a user made in a stream, at a log position, which distinguishes it from newer ones. */
export type ReservationRef = { stream: string; user: string; position: bigint }

/** Returns the reservations of a name, in the order of its streams. */
export async function findReservations(
  { commands }: With<'commands'>,
  { streams }: UniqueName,
): Promise<ReservationRef[]> {
  const loaded = await Promise.all(
    streams.map(async (stream) => ({ stream, ...(await reservations.load(commands, stream)).state })),
  )
  return loaded.filter((reservation) => reservation.status === 'held')
}

/**
 * Returns the user who holds a name. Several users can hold it, in one of its streams each, if they reserved it at the same time or
 * under several spellings: then the first with an account, else the first.
 */
export async function findNameHolder(deps: With<'commands'>, name: UniqueName): Promise<string | undefined> {
  const holders = new Set((await findReservations(deps, name)).map(({ user }) => user))
  // No account is loaded in the usual case: an unknown name must take the same steps as a known one.
  if (holders.size > 1)
    for (const holder of holders) if (await loadAccount(deps.commands, holder)) return holder
  return [...holders][0]
}

/** Returns the account that holds a name; `undefined` without one, also while somebody signs up with the name. */
export async function findAccountByName(
  deps: With<'commands'>,
  name: UniqueName,
): Promise<{ id: string; account: Account } | undefined> {
  const id = await findNameHolder(deps, name)
  const account = id === undefined ? undefined : await loadAccount(deps.commands, id)
  return id === undefined || account === undefined ? undefined : { id, account }
}

/**
 * Releases reservations, and ignores errors: they end after a minute in any case. The events have no actor and their own correlations:
 * EventStoreDB keeps the last event of a stream, and it must not identify the user.
 */
export async function releaseQuietly(
  { commands }: With<'commands'>,
  made: readonly ReservationRef[],
): Promise<void> {
  const released = made.map(({ stream, ...reservation }) =>
    reservations.change(commands, stream, newContext(), (current) => release(current, reservation)),
  )
  await Promise.allSettled(released)
}
