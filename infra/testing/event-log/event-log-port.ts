import { afterEach, beforeEach, describe } from 'vitest'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { checkAppend } from './port/append.ts'
import { checkClose } from './port/close.ts'
import { checkErase } from './port/erase.ts'
import { checkHistory } from './port/history.ts'
import { checkInterleaving } from './port/interleaving.ts'
import { checkModel } from './port/model.ts'
import { checkRead } from './port/read.ts'
import { checkSubscribe } from './port/subscribe.ts'

/** A log to test; `reopen` opens the same one again after it was closed. */
export type LogUnderTest = { log: EventLog; reopen: () => Promise<EventLog> }

/**
 * Tests the contract of `EventLog`. `open` returns an empty log, or an isolated part of a shared one (see
 * `isolated-log.ts`); each test's log is closed after the test. `runs` is the number of random interleavings to try.
 */
export function eventLogSpec(name: string, open: () => Promise<LogUnderTest>, runs: number) {
  describe(`the event log in ${name}`, () => {
    let current: LogUnderTest
    const log = () => current.log
    const reopen = async () => {
      await current.log.close()
      current = { ...current, log: await current.reopen() }
      return current.log
    }

    beforeEach(async () => {
      current = await open()
    })
    afterEach(() => current.log.close())

    checkModel(log, reopen, runs)
    checkAppend(log)
    checkRead(log)
    checkSubscribe(log)
    checkInterleaving(log, runs)
    checkHistory(log, reopen)
    checkErase(log, reopen)
    checkClose(log, reopen)
  })
}
