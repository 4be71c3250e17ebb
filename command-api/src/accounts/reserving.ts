import { randomUUID } from 'node:crypto'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { Refusal } from '@thirty/contracts/refusals.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Fold } from '../fold.ts'
import type { Commands } from '../handle.ts'
import type { Asker } from '../idempotency.ts'
import { abandon } from './decide.ts'
import { evolve, isAccount, noUser, type User } from './evolve.ts'
import { overdueHolder, release, reserve, reservationFold } from './reservation.ts'
import { credentialsStream, userStream } from './streams.ts'

export const userFold: Fold<User, UserEvent> = { initial: noUser, evolve }

type Deps = { commands: Commands; log: Pick<EventLog, 'remove'>; clock: Clock }
type Names = { streams: readonly string[]; user: string; asker: Asker }

/**
 * Reserves names for a user who is about to be: all or none. A crash in between costs a minute.
 * Throws `name-taken`.
 */
export async function reserveNames(deps: Deps, { streams, user, asker }: Names): Promise<void> {
  const held: string[] = []
  try {
    for (const stream of streams) {
      // In order, so that two who want the same two names never hold one each.
      await reserveName(deps, { stream, user, asker })
      held.push(stream)
    }
  } catch (problem) {
    // What cannot be given back now is free again after a minute.
    await Promise.allSettled(held.map((stream) => releaseName(deps, { stream, user, asker })))
    throw problem
  }
}

type Name = { stream: string; user: string; asker: Asker }

async function reserveName(deps: Deps, { stream, user, asker }: Name): Promise<void> {
  const { state } = await deps.commands.load(stream, reservationFold)
  const overdue = overdueHolder(state, { user, now: deps.clock() })
  const abandonedBy = overdue !== undefined && (await isAbandoned(deps, overdue, asker)) ? overdue : undefined
  await deps.commands.handle({
    ...reservationFold,
    stream,
    asker,
    decide: (reservation) =>
      reserve(reservation, { user, ...(abandonedBy !== undefined && { abandonedBy }) }),
  })
}

function releaseName({ commands }: Deps, { stream, user, asker }: Name) {
  return commands.handle({
    ...reservationFold,
    stream,
    // A command of its own: the ids of its events must not be those of the reservation.
    asker: { ...asker, command: { id: randomUUID() } },
    decide: (reservation) => release(reservation, { user }),
  })
}

/**
 * Whether a sign-up never came to its end. It is closed before we say so: if it is only slow, its last step now fails,
 * and there are never two accounts of one name.
 */
async function isAbandoned({ commands, log }: Deps, user: string, asker: Asker): Promise<boolean> {
  try {
    const { state } = await commands.handle({ ...userFold, stream: userStream(user), asker, decide: abandon })
    if (isAccount(state)) return false
  } catch (problem) {
    // A removed stream was an account once, and is none for ever.
    if (!(problem instanceof Refusal && problem.code === 'not-found')) throw problem
  }
  await log.remove(credentialsStream(user))
  return true
}
