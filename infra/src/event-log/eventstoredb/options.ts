import type { EventLog } from '../event-log.ts'
import type { Scheduler } from '../../scheduler.ts'

export type EventStoreLogOptions = {
  /** Connection string, `esdb://…` or `esdb+discover://…`. It may hold a password, so nobody prints it. */
  url: string
  /** Told whenever the store could not be used as asked and the log tries again; for the operator's log. */
  onStoreError: (trouble: StoreError) => void
  /** Time; real time when missing, with timers that keep the process alive while somebody waits for the store. */
  scheduler?: Scheduler
  /** Milliseconds after which a call without an answer has failed; 3,000 when missing. */
  deadline?: number
  /** Milliseconds within which a failed call is made again before it is given up; 1,500 when missing. */
  retryForMs?: number
  /** Milliseconds that a live subscription may hear nothing before the store is asked whether that is right; 10,000. */
  idleCheckMs?: number
}

/** What was being done, and what stood in the way. */
export type StoreError = { during: 'append' | 'read' | 'subscribe' | 'forget' | 'start'; error: Error }

/**
 * A log that may be used at once. `verified` resolves when the store has answered for the first time, however long
 * that takes, and rejects with a sentence when it will never let us in. The same shape as `startSqliteLog` answers.
 */
export type StartedLog = { log: EventLog; verified: Promise<void> }
