// For a start with `--new-reservation-key`: reserves the names of all accounts in the streams of the current key, and erases all other
// reservations, such as names under a lost key and names that older releases reserved.

import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { deletionEvents, userEvents } from '@thirty/contracts/accounts/events.ts'
import { reservationEvents } from '@thirty/contracts/accounts/sign-in-events.ts'
import { userIdFromStream } from '@thirty/contracts/projects/project-id.ts'
import { mapWithLimit } from '@thirty/infra/concurrency-limit.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Commands } from '../../fold.ts'
import { newContext } from '../../idempotency.ts'
import { isAccount, users, type User } from '../account.ts'
import { eraseReservations, reservationStreamPrefixes, namesOf } from './reserve-names.ts'
import type { NameStreams } from './name-streams.ts'
import { reserve, reservations } from './reservation.ts'

type Deps = { commands: Commands; log: Pick<EventLog, 'read' | 'readAll' | 'truncate'>; names: NameStreams }

/** Concurrent appends. */
const concurrency = 64

/** No other process may serve requests. May be repeated after an interruption. */
export async function rebuildReservations(deps: Deps): Promise<{ accounts: number }> {
  const accounts = await loadAccounts(deps.log)
  const reserved = new Set<string>()
  const names = [...accounts].flatMap(([user, account]) =>
    isAccount(account) ? namesOf(deps.names, account).map(({ stream }) => ({ stream, user })) : [],
  )
  await mapWithLimit(names, concurrency, async ({ stream, user }) => {
    reserved.add(stream)
    // The older of two accounts with one name keeps it; an upgrade that took too long may have made two.
    await reservations.change(deps.commands, stream, newContext(), (current) =>
      current.status === 'held' ? [] : reserve(current, { user }),
    )
  })
  const others = [...(await reservationStreams(deps.log))].filter((stream) => !reserved.has(stream))
  await mapWithLimit(others, concurrency, async (stream) => {
    const { state } = await reservations.load(deps.commands, stream)
    await eraseReservations(deps, stream, state.status === 'held' ? state.user : '')
  })
  return { accounts: [...accounts.values()].filter(isAccount).length }
}

/** Returns all users whose deletion was not recorded. */
async function loadAccounts(log: Deps['log']): Promise<Map<string, User>> {
  const found = new Map<string, User>()
  const deleted = new Set<string>()
  for await (const events of log.readAll({ streams: ['user-', 'deleted-'] }))
    for (const event of events) {
      const user = userIdFromStream(event.stream) ?? ''
      if (isEventOf(deletionEvents, event)) deleted.add(user)
      else if (isEventOf(userEvents, event))
        found.set(user, users.evolve(found.get(user) ?? users.initial, event))
    }
  for (const user of deleted) found.delete(user)
  return found
}

async function reservationStreams(log: Deps['log']): Promise<Set<string>> {
  const streams = new Set<string>()
  for await (const events of log.readAll({ streams: reservationStreamPrefixes }))
    for (const event of events) if (isEventOf(reservationEvents, event)) streams.add(event.stream)
  return streams
}
