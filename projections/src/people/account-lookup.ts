import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import { Refusal } from '@thirty/contracts/refusals.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { concurrencyLimit } from '@thirty/infra/concurrency-limit.ts'
import { StoreUnavailable, type Projection } from '@thirty/infra/read-models/read-models.ts'
import { isReadModelUnavailable } from '../read-model-unavailable.ts'
import type { Account } from './projection.ts'

export type AccountLookupOptions = {
  /** The account as the view shows it. */
  loadAccount: (id: string) => Promise<Account | undefined>
  log: Pick<EventLog, 'read'>
  projection: Pick<Projection<Account>, 'evolve'>
  clock: Clock
}

/** Milliseconds for which a store that did not answer is not asked again: a crowd must not wait for it one by one. */
const restFor = 1_000
/** Milliseconds for which an answer from the log is kept: longer while the view is away, and everybody asks the log. */
const keptFor = { away: 5_000, behind: 500 }
const mostKept = 10_000

/** The present account of a user, whose sessions are of this version at least; `undefined` for who has none. */
export type FindAccount = (id: string, version?: number) => Promise<Account | undefined>

/**
 * The present account of a user. It comes from the view. Where the view cannot be read, does not know the user, or is
 * older than the user's token, the user's own stream in the log has the answer, so that whoever signed in goes on
 * while the views are away or behind. Throws `StoreUnavailable` when too many ask the log at once.
 */
export function accountLookup({
  loadAccount: stored,
  log,
  projection: view,
  clock,
}: AccountLookupOptions): FindAccount {
  const logged = keptShortly(
    clock,
    inTurn((id) => accountIn(log, view, id)),
  )
  let restsUntil = -Infinity

  const storedUnlessAway = async (id: string): Promise<Account | undefined | 'away'> => {
    if (clock() < restsUntil) return 'away'
    try {
      return await stored(id)
    } catch (error) {
      if (!isReadModelUnavailable(error)) throw error
      restsUntil = clock() + restFor
      return 'away'
    }
  }

  return async (id, version = 0) => {
    const isNewEnough = (account: Account | undefined) => (account?.sessionVersion ?? Infinity) >= version
    const known = await storedUnlessAway(id)
    if (known === 'away') return logged(id, isNewEnough, keptFor.away)
    return known && isNewEnough(known) ? known : logged(id, isNewEnough, keptFor.behind)
  }
}

/** The account as the view will show it, folded from the events of the user, and from what says that it is gone. */
async function accountIn(
  log: Pick<EventLog, 'read'>,
  view: Pick<Projection<Account>, 'evolve'>,
  id: string,
): Promise<Account | undefined> {
  let account: Account | undefined
  for (const stream of [`user-${id}`, `deleted-${id}`])
    for await (const event of log.read(stream)) account = view.evolve(account, catalogue.upcast(event), id)
  return account
}

type Ask = (id: string) => Promise<Account | undefined>

function inTurn(ask: Ask): Ask {
  const enter = concurrencyLimit({ atOnce: 16, waiting: 1_000 })
  return async (id) => {
    try {
      return await enter(() => ask(id))
    } catch (error) {
      // A refusal would say something about the user, and end the user's sockets.
      throw error instanceof Refusal ? new StoreUnavailable('Too many ask the log for a user.') : error
    }
  }
}

/** Keeps answers for a short time, so that a screen with ten requests costs one read. */
function keptShortly(clock: Clock, ask: Ask) {
  const kept = new Map<string, { answer: Promise<Account | undefined>; since: number }>()
  return async (id: string, isEnough: (account: Account | undefined) => boolean, longest: number) => {
    const known = kept.get(id)
    if (known !== undefined && clock() - known.since < longest) {
      const account = await known.answer
      if (isEnough(account)) return account
    }
    if (kept.size >= mostKept) kept.clear()
    const answer = ask(id)
    const entry = { answer, since: clock() }
    kept.set(id, entry)
    answer.catch(() => kept.get(id) === entry && kept.delete(id))
    return answer
  }
}
