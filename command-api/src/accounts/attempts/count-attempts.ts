// Counts attempts at passwords and second factors, refuses further ones after too many wrong ones, and records wrong ones for
// the audit.
//
// The audit shows the first failed attempt at an account within a quarter of an hour, the beginning of a lock, and how many there were at
// the end of the quarter. So nobody can flood the audit, however many they make.

import { Refusal, type RefusalCode } from '@thirty/contracts/endpoints/refusals.ts'
import type { LimitName } from '@thirty/contracts/endpoints/limits.ts'
import type { Caller } from '@thirty/infra/http/authentication/authentication.ts'
import { clientNetwork } from '@thirty/infra/http/rate-limits/client-address.ts'
import { RateLimitExceeded, type RateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import type { Request } from 'express'
import { attemptEvents, type AttemptEvent, type AttemptKind } from '@thirty/contracts/accounts/events.ts'
import { attemptsStream } from '@thirty/contracts/events/stream-names.ts'
import { isoTime } from '@thirty/contracts/iso-time.ts'
import type { Clock } from '@thirty/infra/scheduler.ts'
import { newContext } from '../../idempotency.ts'
import { noState, type Commands } from '../../fold.ts'

export type AttemptLimits = Pick<
  RateLimits,
  'consume' | 'refund' | 'reset' | 'networks' | 'requireFewRefused'
> & {
  /** Records a failed attempt at an account, for the audit. */
  record?: RecordAttempt
}

/** What an attempt counts under. `isKept`: a right attempt does not forget the wrong ones before. */
type Count = { limit: LimitName; key: string; isKept?: true }
/** Used for an unknown name, so that it takes the same steps as a known one. */
export const unknownUserId = '00000000-0000-0000-0000-000000000000'

const keyOf = (user: string): string => `account ${user}`
const inNetwork = (key: string, { ip }: Request): string => `${key} from ${clientNetwork(ip)}`

/** Forgets the attempts at the older password of an account. */
export async function forgetAttempts(limits: AttemptLimits, user: string, request: Request): Promise<void> {
  await limits.reset('sign-in', inNetwork(keyOf(user), request))
  await limits.reset('sign-in-anywhere', keyOf(user))
}

/**
 * Counts an attempt outside of a session: a login, and everything else whose answer depends on the password, or a second factor. It is at an
 * account by any of its names, or at the digest (see `NameStreams`) of a name without one: that counts, too, so that the limit does not
 * reveal it. Users who were there lately are not held up by others at the same address. `wrong`: see `countAttempt`.
 *
 * Passwords count for each network by itself, so that a stranger does not lock out the owner, and for all networks together, so that
 * many strangers do not guess on. From networks that the account was used from, the owner gets in even then. Second factors count together
 * for all networks from which the account was not used, because a code is short enough to be guessed from many.
 */
export async function countOutsideAttempt<Result>(
  limits: AttemptLimits,
  limit: 'sign-in' | 'second-factor',
  { request, ...at }: { request: Request } & ({ user: string } | { unknownName: string }),
  attempt: () => Promise<Result>,
  wrong?: RefusalCode,
): Promise<Result> {
  const isKnown = await limits.networks.has('user' in at ? at.user : unknownUserId, request)
  if (!isKnown) await limits.requireFewRefused(`${limit}-from`, request)
  const anywhere = 'user' in at ? keyOf(at.user) : `name ${at.unknownName}`
  const here = inNetwork(anywhere, request)
  const isPassword = limit === 'sign-in'
  const counts: Count[] = [{ limit, key: isPassword || isKnown ? here : anywhere }]
  if (isPassword && !isKnown) counts.push({ limit: 'sign-in-anywhere', key: anywhere, isKept: true })
  const kind: AttemptKind = isPassword ? 'password' : 'second-factor'
  const about = 'user' in at ? { user: at.user, kind, network: clientNetwork(request.ip) } : undefined
  return countAttempt(limits, counts, about, attempt, wrong)
}

/** Counts an attempt in an open session: for this session alone, which continues as the same one under a new token. */
export const countSessionAttempt = <Result>(
  limits: AttemptLimits,
  limit: 'sign-in' | 'second-factor',
  { id: user, token }: Pick<Caller, 'id' | 'token'>,
  attempt: () => Promise<Result>,
  wrong?: RefusalCode,
): Promise<Result> => {
  const counts = [{ limit, key: `session ${user} ${token.issuedAt}` }]
  return countAttempt(limits, counts, { user, kind: 'confirmation' }, attempt, wrong)
}

/**
 * Counts an attempt before it runs, and forgets the attempts before if it succeeds. An attempt that fails for another reason than wrong
 * credentials does not count; `wrong` is a code that says as much. `about`: the account, as it is recorded if the attempt fails; missing
 * for a name without one. Throws `RateLimitExceeded`, and what the attempt throws.
 */
async function countAttempt<Result>(
  limits: AttemptLimits,
  counts: readonly Count[],
  about: FailedAttempt | undefined,
  attempt: () => Promise<Result>,
  wrong: RefusalCode = 'wrong-credentials',
): Promise<Result> {
  const consumed: Count[] = []
  try {
    for (const each of counts) {
      await limits.consume(each.limit, each.key)
      consumed.push(each)
    }
    const result = await attempt()
    for (const { limit, key, isKept } of consumed)
      await (isKept ? limits.refund(limit, key) : limits.reset(limit, key))
    return result
  } catch (error) {
    const isWrong = error instanceof Refusal && ['wrong-credentials', wrong].includes(error.code)
    if (about && isWrong) limits.record?.(about)
    if (about && error instanceof RateLimitExceeded && consumed.length < counts.length)
      limits.record?.({ ...about, lockedSeconds: error.retryAfterSeconds })
    if (!isWrong) for (const { limit, key } of consumed) await limits.refund(limit, key)
    throw error
  }
}

/** A failed attempt at an account that exists. `lockedSeconds`: set if it was refused by a limit, for so long. */
export type FailedAttempt = { user: string; kind: AttemptKind; network?: string; lockedSeconds?: number }
type RecordAttempt = (attempt: FailedAttempt) => void

const periodMs = 15 * 60_000
/** Further networks are not counted. */
const maxNetworks = 1_000

type Period = {
  /** Starts with the first attempt, in milliseconds since 1970. */
  since: number
  count: number
  networks: Set<string>
  /** The number in the last entry. */
  told: number
  isLockTold: boolean
  end: () => void
}

/** Returns the function that records failed attempts for the audit, a few entries for each account. `close` records what is left. */
export function attemptRecorder({
  commands,
  clock,
  runInBackground,
}: {
  commands: Pick<Commands, 'handle'>
  clock: Clock
  runInBackground: (task: () => Promise<void>) => void
}): { record: RecordAttempt; close: () => void } {
  const periods = new Map<string, Period>()

  const tell = ({ user, kind, lockedSeconds }: FailedAttempt, period: Period): void => {
    const { count, networks, since } = period
    period.told = count
    const data: AttemptEvent['data'] = {
      user,
      kind,
      count,
      networks: networks.size,
      since: isoTime(since),
      ...(lockedSeconds !== undefined && { lockedSeconds }),
    }
    runInBackground(async () => {
      await commands.handle<undefined, AttemptEvent>({
        ...noState(attemptEvents),
        stream: attemptsStream(user, since),
        // Without an actor: nothing says that it was the owner.
        context: newContext(),
        decide: () => [{ type: 'AttemptsFailed', data }],
      })
    })
  }

  const begin = (key: string, { user, kind }: FailedAttempt): Period => {
    const end = (): void => {
      clearTimeout(timer)
      periods.delete(key)
      if (period.count > period.told) tell({ user, kind }, period)
    }
    const timer = setTimeout(end, periodMs)
    timer.unref()
    const period = { since: clock(), count: 0, networks: new Set<string>(), told: 0, isLockTold: false, end }
    periods.set(key, period)
    return period
  }

  return {
    record(attempt) {
      const { user, kind, network, lockedSeconds } = attempt
      const key = `${user} ${kind}`
      const current = periods.get(key)
      // If this process saw no attempt, another one did, and records the lock.
      if (current === undefined && lockedSeconds !== undefined) return
      const period = current ?? begin(key, attempt)
      if (lockedSeconds !== undefined) {
        if (!period.isLockTold) tell(attempt, period)
        period.isLockTold = true
        return
      }
      period.count += 1
      if (network !== undefined && period.networks.size < maxNetworks) period.networks.add(network)
      if (period.count === 1) tell(attempt, period)
    },
    close() {
      for (const { end } of periods.values()) end()
    },
  }
}
