// Repeats failed calls to EventStoreDB for a time, with growing waits in between; and has the context of all operations on the store.

import type { ResolvedEvent } from '@eventstore/db-client'
import { LogReplaced, LogUnavailable, StreamRemoved, VersionConflict } from '../event-log.ts'
import type { Connection } from './connection.ts'
import { backoffMs, pause, systemScheduler, type Scheduler } from '../../scheduler.ts'
import { classifyError, type ErrorKind } from './error-kinds.ts'
import { randomInt } from 'node:crypto'

export type StoreError = { during: 'append' | 'read' | 'subscribe' | 'forget' | 'start'; error: Error }

export type EventStoreContext = {
  connection: Connection
  /** Milliseconds for which a failed call is retried. */
  retryForMs: number
  onStoreError: (storeError: StoreError) => void
  /** Aborts when the log is being closed: no call waits any longer then. */
  closing: AbortSignal
}

/** A later attempt has at least this long, so that a caller waits at most this long after the time for retries. */
const laterAttemptMs = 500

/**
 * The attempts of one call, with growing waits between them. The last one begins at most `retryForMs` after the first; after
 * progress, at most `retryForMs` after the next failure.
 */
function retries(
  { connection, retryForMs, onStoreError, closing }: EventStoreContext,
  during: StoreError['during'],
) {
  const { scheduler, deadline } = connection
  /** Missing after progress, until the next failure: no time for retries has passed. */
  let startedAt: number | undefined = scheduler.now()
  let failures = 0
  const leftMs = () => {
    startedAt ??= scheduler.now()
    return Math.max(retryForMs - (scheduler.now() - startedAt), 0)
  }
  return {
    /** Call it after progress: a later failure is retried for the full time again. */
    reset() {
      startedAt = undefined
      failures = 0
    },
    /** Milliseconds that the next attempt has to receive an answer. */
    limitMs: () => (failures === 0 ? deadline : Math.min(deadline, leftMs() + laterAttemptMs)),
    /** Waits before the next attempt. Throws an error that is a final answer, and `LogUnavailable` after the last attempt. */
    async waitForNext(error: unknown): Promise<void> {
      if (finalAnswers.some((kind) => error instanceof kind)) throw error
      onStoreError({ during, error: toError(error) })
      // A call that timed out has used all the time that its caller will wait, and access that is denied stays
      // denied.
      const remainingMs = leftMs()
      const kind = classifyError(error)
      if (kind !== 'transient' || closing.aborted || remainingMs === 0)
        throw new LogUnavailable(messages[kind] ?? 'The event store cannot be reached.', { cause: error })
      await pause(scheduler, Math.min(spreadBackoffMs(failures++), remainingMs), closing)
    },
  }
}

/** Runs an idempotent call with retries. Throws `LogUnavailable` when all attempts fail. */
export async function withRetries<Result>(
  context: EventStoreContext,
  during: StoreError['during'],
  call: (limitMs: number) => Promise<Result>,
): Promise<Result> {
  const attempts = retries(context, during)
  for (;;) {
    try {
      return await call(attempts.limitMs())
    } catch (error) {
      await attempts.waitForNext(error)
    }
  }
}

/**
 * Yields the events of a read. If it fails, calls `read` again, which continues after the last event, while the store comes back in time.
 * Throws `LogUnavailable` otherwise.
 */
export async function* continued(
  context: EventStoreContext,
  read: (limitMs: () => number) => AsyncIterable<ResolvedEvent>,
): AsyncGenerator<ResolvedEvent> {
  const attempts = retries(context, 'read')
  for (;;) {
    try {
      for await (const resolved of read(attempts.limitMs)) {
        yield resolved
        attempts.reset()
      }
      return
    } catch (error) {
      await attempts.waitForNext(error)
    }
  }
}

const finalAnswers = [VersionConflict, StreamRemoved, LogReplaced, LogUnavailable, TypeError]

export const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

const messages: { readonly [kind in ErrorKind]?: string } = {
  'timed-out': 'The event store does not answer.',
  denied: 'The event store denies access.',
}

/** Real time. Its timers keep the process alive while a call waits for the store. */
export const realTimeScheduler: Scheduler = {
  ...systemScheduler,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

const limits = { shortest: 50, longest: 2_000 }

/**
 * Returns the milliseconds to wait after this many failures in a row. The jitter spreads the retries of many
 * processes.
 */
export function spreadBackoffMs(failures: number): number {
  const delayMs = backoffMs(failures + 1, limits)
  return randomInt(delayMs / 2, delayMs + 1)
}
