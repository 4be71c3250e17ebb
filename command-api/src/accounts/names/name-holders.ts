import type { With } from '../../parts.ts'
import type { Account } from '../evolve.ts'
import { loadAccount } from '../load-account.ts'
import type { UniqueName } from './name-streams.ts'
import { reservationFold } from './reservation.ts'
import type { ReservationRef } from './reserve-names.ts'

/** Returns the reservations of a name that a user holds. Their positions distinguish them from newer ones. */
export async function findReservations(
  { commands }: With<'commands'>,
  { streams }: UniqueName,
  user: string,
): Promise<ReservationRef[]> {
  const refs: ReservationRef[] = []
  for (const one of streams) {
    const { state } = await commands.load(one, reservationFold)
    if (state.status === 'held' && state.user === user) refs.push({ stream: one, position: state.position })
  }
  return refs
}

/**
 * Returns the user who holds a name. Several users can hold it, in one of its streams each, if they reserved it at the same time or
 * under several spellings: then the first with an account, else the first.
 */
export async function findNameHolder(deps: With<'commands'>, name: UniqueName): Promise<string | undefined> {
  const holders = await findNameHolders(deps, name)
  // No account is loaded in the usual case: an unknown name must take the same steps as a known one.
  if (holders.length > 1)
    for (const holder of holders) if (await loadAccount(deps.commands, holder)) return holder
  return holders[0]
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

async function findNameHolders({ commands }: With<'commands'>, { streams }: UniqueName): Promise<string[]> {
  const reservations = await Promise.all(streams.map((one) => commands.load(one, reservationFold)))
  const users = reservations.flatMap(({ state }) => (state.status === 'held' ? [state.user] : []))
  return [...new Set(users)]
}
