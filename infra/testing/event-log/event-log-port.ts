import { afterEach, beforeEach, describe } from 'vitest'
import { checkAppend } from './port/append.ts'
import { checkClose } from './port/close.ts'
import { checkErase } from './port/erase.ts'
import { checkHistory } from './port/history.ts'
import { checkInterleaving } from './port/interleaving.ts'
import { checkModel } from './port/model.ts'
import { checkRead } from './port/read.ts'
import type { LogUnderTest } from './port/test-events.ts'
import { checkSubscribe } from './port/subscribe.ts'

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

    describe('any history', () => {
      checkModel(log, reopen, runs)
    })
    describe('append', () => {
      checkAppend(log)
    })
    describe('read', () => {
      checkRead(log)
    })
    describe('subscribe', () => {
      checkSubscribe(log)
    })
    describe('concurrent writers and readers', () => {
      checkInterleaving(log, runs)
    })
    describe('history', () => {
      checkHistory(log, reopen)
    })
    describe('truncate and remove', () => {
      checkErase(log, reopen)
    })
    describe('close', () => {
      checkClose(log, reopen)
    })
  })
}
