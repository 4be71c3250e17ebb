// An account from the read model, or folded from the log while the read model lags or is unavailable.

import pTimeout from 'p-timeout'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import { adminsStream } from '@thirty/contracts/events/stream-names.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { concurrencyLimit } from '@thirty/infra/concurrency-limit.ts'
import { entriesUpTo } from '@thirty/infra/entries-up-to.ts'
import { beginning, LogUnavailable, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import {
  ReadModelNotBuilt,
  StoreUnavailable,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { LRUCache } from 'lru-cache'
import { isReadModelUnavailable } from '../read-model-unavailable.ts'
import { accountEvents, peopleProjection, type Account } from './projection.ts'

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

/**
 * Returns accounts from the read model. If it is unavailable, lags by more than two seconds, does not know the user, or is
 * older than the user's token, the account is folded from the user's streams: logged-in users can continue while
 * projections are down, and a revoked session or a deactivated user does not. Throws `StoreUnavailable` when too many reads of the log are
 * waiting.
 */
export function accountLookup({
  store,
  log,
  clock,
}: {
  store: Pick<ReadModelStore, 'load' | 'liveBuild'>
  log: Pick<EventLog, 'read' | 'head'>
  clock: Clock
}): FindAccount {
  const checkpoint = async () => {
    const live = await store.liveBuild(peopleProjection)
    if (live === undefined) throw new ReadModelNotBuilt(peopleProjection)
    // A position in another history of the log says nothing about this one: it lags even behind an empty log.
    return live.outdatedSince === undefined ? live.checkpoint : beginning - 1n
  }
  const isCurrent = currentReadModel({ log, checkpoint, monotonic: clock })
  const foldAccount = limitReads((id) => foldAccountFromLog(log, id))
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
    if (await isCurrent()) return stored
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

type ReadAccount = (id: string) => Promise<Account | undefined>

function limitReads(read: ReadAccount): ReadAccount {
  const runLimited = concurrencyLimit({ maxConcurrent: maxConcurrentReads, maxQueued: maxWaitingReads })
  return async (id) => {
    try {
      return await runLimited(() => read(id))
    } catch (error) {
      // A refusal would mean that the user does not exist, and would disconnect the user's sockets.
      throw error instanceof Refusal ? new StoreUnavailable('Too many reads of the log are waiting.') : error
    }
  }
}

/** Caches accounts for a short time, and shares one read between concurrent requests for the same account. */
function accountCache(read: ReadAccount, ttl: number, clock: Clock) {
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

type CurrentReadModelOptions = {
  log: Pick<EventLog, 'head'>
  checkpoint: () => Promise<bigint>
  /** Measures ages; must not be adjustable. */
  monotonic: Clock
}

/** A read model may be older than the log by this many milliseconds before it is no longer trusted. */
const maxAgeMs = 2_000
/** How often, at most, the log and the read model are compared. */
const checkIntervalMs = 500
/** How long a caller waits for a comparison. An unavailable log needs seconds to fail. */
const checkTimeoutMs = 250
/** A comparison that takes longer than this waits for a log or a store that hangs, and so does everything else that reads it. */
const hangsAfterMs = 1_000
/** How long a caller waits for the comparison after one that failed. */
const nextCheckTimeoutMs = 25

/**
 * Returns a function that checks whether a read model contains everything that was in the log two seconds ago. It compares positions when
 * it is called, at most twice a second. While the log or the read model cannot be reached or hangs, it returns true: no newer state is
 * known, and users who are logged in may continue to read. A read model that is ahead of the log is not current: the log was put back to an
 * older copy, and no projector has rebuilt the read model yet.
 */
export function currentReadModel({
  log,
  checkpoint,
  monotonic,
}: CurrentReadModelOptions): () => Promise<boolean> {
  /** The ends of the log that were seen in the last seconds. */
  let heads: { head: bigint; at: number }[] = []
  /** The read model contains everything that was in the log at this time. */
  let currentAt = -Infinity
  let isReachable = true
  let startedAt = -Infinity
  let running: Promise<void> | undefined

  const compare = async (): Promise<void> => {
    const at = monotonic()
    try {
      // In this order, so that what is appended and applied in between cannot put the read model ahead of the log.
      const position = await checkpoint()
      const head = await log.head()
      isReachable = true
      heads = [...heads.filter((seen) => at - seen.at <= maxAgeMs), { head, at }]
      // If it is ahead, the log was put back to an older copy: the read model contains what never happened, and may lack what did.
      const reached = position > head ? undefined : heads.findLast((seen) => seen.head <= position)
      currentAt = reached?.at ?? -Infinity
    } catch {
      // Requests that need the log or the read model fail by themselves, with a reason.
      isReachable = false
    }
  }

  return async () => {
    const now = monotonic()
    if (running === undefined && now - startedAt >= checkIntervalMs) {
      startedAt = now
      running = compare().finally(() => (running = undefined))
    }
    if (running !== undefined && now - startedAt < checkTimeoutMs) {
      const milliseconds = isReachable ? checkTimeoutMs : nextCheckTimeoutMs
      await pTimeout(running, { milliseconds, fallback: () => undefined })
    }
    const isHanging = running !== undefined && now - startedAt > hangsAfterMs
    return isHanging || !isReachable || monotonic() - currentAt <= maxAgeMs
  }
}
