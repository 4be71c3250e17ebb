// Failed attempts at passwords, second factors and confirmations, as the audit shows them: the first of an account within a quarter of
// an hour, the beginning of a lock, and how many there were at the end of the quarter. So nobody can flood the audit, however many they
// make.

import {
  attemptEvents,
  type AttemptEvent,
  type AttemptKind,
} from '@thirty/contracts/accounts/attempt-events.ts'
import { attemptsStream } from '@thirty/contracts/events/stream-names.ts'
import { isoTime } from '@thirty/contracts/iso-time.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { newContext } from '../../idempotency.ts'
import { noState } from '../../fold.ts'
import type { Commands } from '../../handle.ts'

/** A failed attempt at an account that exists. `lockedSeconds`: set if it was refused by a limit, for so long. */
export type FailedAttempt = { user: string; kind: AttemptKind; network?: string; lockedSeconds?: number }
export type RecordAttempt = (attempt: FailedAttempt) => void

export type AttemptRecorderDeps = {
  commands: Pick<Commands, 'handle'>
  clock: Clock
  runInBackground: (task: () => Promise<void>) => void
}

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

/** `close` records what is left. */
export function attemptRecorder({ commands, clock, runInBackground }: AttemptRecorderDeps): {
  record: RecordAttempt
  close: () => void
} {
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
