// For a start with `--new-reservation-key`: reserves the names of all accounts in the streams of the current key, and erases all other
// reservations, such as names under a lost key and names that older releases reserved.

import { userIdFromStream } from '@thirty/contracts/projects/project-id.ts'
import { mapWithLimit } from '@thirty/infra/concurrency-limit.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Commands } from '../../fold.ts'
import { newContext } from '../../idempotency.ts'
import { loadAccount, users } from '../account.ts'
import type { NameStreams } from './name-streams.ts'
import { reserve, reservations } from './reservation.ts'
import { eraseReservations, namesOf, reservationStreamPrefixes } from './reserve-names.ts'

type Deps = { commands: Commands; log: Pick<EventLog, 'read' | 'readAll' | 'truncate'>; names: NameStreams }

/** Concurrent reads or appends. */
const concurrency = 64

/** No other process may serve requests. May be repeated after an interruption. */
export async function rebuildReservations(deps: Deps): Promise<{ accounts: number }> {
  const { commands, log, names } = deps
  const ids = (await streamsWith(log, [users.nameOf('')])).flatMap((stream) => userIdFromStream(stream) ?? [])
  const accounts = await mapWithLimit(ids, concurrency, async (user) => {
    const account = await loadAccount(commands, user)
    return account === undefined ? [] : [namesOf(names, account).map(({ stream }) => ({ stream, user }))]
  })
  const held = accounts.flat(2)
  await mapWithLimit(held, concurrency, async ({ stream, user }) => {
    // The older of two accounts with one name keeps it; an upgrade that took too long may have made two.
    await reservations.change(commands, stream, newContext(), (current) =>
      current.status === 'held' ? [] : reserve(current, { user }),
    )
  })
  const reserved = new Set(held.map(({ stream }) => stream))
  const others = (await streamsWith(log, reservationStreamPrefixes)).filter((stream) => !reserved.has(stream))
  await mapWithLimit(others, concurrency, async (stream) => {
    const { state } = await reservations.load(commands, stream)
    await eraseReservations(deps, stream, state.status === 'held' ? state.user : '')
  })
  return { accounts: accounts.flat().length }
}

/** Returns the streams whose names begin with one of the prefixes, in the order of their first events. */
async function streamsWith(log: Deps['log'], prefixes: readonly string[]): Promise<string[]> {
  const streams = new Set<string>()
  for await (const events of log.readAll({ streams: prefixes }))
    for (const { stream } of events) streams.add(stream)
  return [...streams]
}
