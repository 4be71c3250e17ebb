// An account from the read model, or folded from the log while the read model lags or is unavailable.

import pTimeout from 'p-timeout'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import { adminsStream } from '@thirty/contracts/events/stream-names.ts'
import type { Clock } from '@thirty/infra/scheduler.ts'
import { concurrencyLimit } from '@thirty/infra/concurrency-limit.ts'
import { entriesUpTo } from '@thirty/infra/entries-up-to.ts'
import { LogUnavailable, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { StoreUnavailable, type ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { LRUCache } from 'lru-cache'
import { isReadModelUnavailable } from '../read-model-state.ts'
import { accountEvents, peopleProjection, type Account } from './projection.ts'

/** A read model that lags by more milliseconds is not trusted. */
const maxLagMs = 2_000
/** After a failure the read model is not read for this long, so that not every request waits for a timeout. */
const readModelRetryMs = 1_000
/**
 * How long an account read from the log is cached. Longer while the read model is unavailable, because then every
 * request needs the log.
 */
const cacheTtlMs = { unavailable: 5_000, lagging: 500 }
/** How long the log may take for an account that the read model knows; a log that hangs needs seconds to fail. */
const logTimeoutMs = 500
const maxCachedAccounts = 10_000
const maxConcurrentReads = 16
const maxWaitingReads = 1_000

/** Returns the account of a user with at least this session version; `undefined` if the user does not exist. */
export type FindAccount = (id: string, version?: number) => Promise<Account | undefined>

/** `lagOf`: how many milliseconds a read model lags, by name. `clock` must not be adjustable. */
type Sources = {
  store: Pick<ReadModelStore, 'load'>
  log: Pick<EventLog, 'read'>
  lagOf: (readModel: string) => number
  clock: Clock
}

/**
 * Returns accounts from the read model. If it is unavailable, lags by more than two seconds, does not know the user, or is
 * older than the user's token, the account is folded from the user's streams: logged-in users can continue while
 * projections are down, and a revoked session or a deactivated user does not. Throws `StoreUnavailable` when too many reads of the log are
 * waiting.
 */
export function accountLookup({ store, log, lagOf, clock }: Sources): FindAccount {
  const runLimited = concurrencyLimit({ maxConcurrent: maxConcurrentReads, maxQueued: maxWaitingReads })
  const foldAccount = async (id: string): Promise<Account | undefined> => {
    try {
      return await runLimited(() => foldAccountFromLog(log, id))
    } catch (error) {
      // A refusal would mean that the user does not exist, and would disconnect the user's sockets.
      throw error instanceof Refusal ? new StoreUnavailable('Too many reads of the log are waiting.') : error
    }
  }
  const fromLog = {
    unavailable: accountCache(foldAccount, cacheTtlMs.unavailable, clock),
    lagging: accountCache(foldAccount, cacheTtlMs.lagging, clock),
  }
  let retryAt = -Infinity

  const loadIfAvailable = async (id: string): Promise<Account | undefined | 'unavailable'> => {
    if (clock() < retryAt) return 'unavailable'
    try {
      return (await store.load<Account>(peopleProjection, [id]))[0]
    } catch (error) {
      if (!isReadModelUnavailable(error)) throw error
      retryAt = clock() + readModelRetryMs
      return 'unavailable'
    }
  }

  return async (id, version = 0) => {
    const isNewEnough = (account: Account | undefined) => (account?.sessionVersion ?? Infinity) >= version
    const stored = await loadIfAvailable(id)
    if (stored === 'unavailable') return fromLog.unavailable(id, isNewEnough)
    if (!stored || !isNewEnough(stored)) return fromLog.lagging(id, isNewEnough)
    if (lagOf(peopleProjection.name) <= maxLagMs) return stored
    try {
      const read = fromLog.lagging(id, isNewEnough)
      return await pTimeout(read, { milliseconds: logTimeoutMs, fallback: () => stored })
    } catch (error) {
      // Without the log no newer state is known, and the user may continue to read.
      if (error instanceof LogUnavailable) return stored
      throw error
    }
  }
}

/** Folds the account as the projection will, from the user's own stream, the stream of its deletion and the roles of all admins. */
async function foldAccountFromLog(log: Pick<EventLog, 'read'>, id: string): Promise<Account | undefined> {
  let account: Account | undefined
  for (const stream of [`user-${id}`, `deleted-${id}`, adminsStream])
    for await (const event of log.read(stream))
      if (isEventOf(accountEvents, event) && peopleProjection.documentIds(event).includes(id))
        account = peopleProjection.evolve(account, event, id, () => undefined)
  return account
}

/** Caches accounts for a short time, and shares one read between concurrent requests for the same account. */
function accountCache(read: FindAccount, ttl: number, clock: Clock) {
  const cache = new LRUCache<string, { account: Account | undefined }>({
    ...entriesUpTo(maxCachedAccounts),
    ttl,
    ttlResolution: 0,
    perf: { now: clock },
    // Without this, evicting an entry would fail the request that is still reading it.
    ignoreFetchAbort: true,
    fetchMethod: async (id) => ({ account: await read(id) }),
  })
  return async (id: string, isNewEnough: (account: Account | undefined) => boolean) => {
    const { account } = await cache.forceFetch(id)
    if (isNewEnough(account)) return account
    return (await cache.forceFetch(id, { forceRefresh: true })).account
  }
}
