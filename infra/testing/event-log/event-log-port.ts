import { afterEach, beforeEach, describe } from 'vitest'
import { checkAppend } from './port/append.ts'
import { checkClose } from './port/close.ts'
import { checkErase } from './port/erase.ts'
import { checkInterleaving } from './port/interleaving.ts'
import { checkRead } from './port/read.ts'
import { checkIdempotency } from './port/idempotency.ts'
import type { LogUnderTest } from './port/test-events.ts'
import { checkSubscribe } from './port/subscribe.ts'

/**
 * Checks every sentence of the port. `open` gives an empty log (or a part of its own in one that others use: see
 * `own-part.ts`); the log that is left is closed after each test. `runs`: how often chance is tried; 60 when missing.
 */
export function eventLogSpec(name: string, open: () => Promise<LogUnderTest>, runs = 60) {
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

    describe('appends', () => {
      checkAppend(log)
    })
    describe('knows a repeat', () => {
      checkIdempotency(log, reopen)
    })
    describe('is read', () => {
      checkRead(log, reopen)
    })
    describe('is subscribed to', () => {
      checkSubscribe(log)
    })
    describe('loses nothing between writers and readers', () => {
      checkInterleaving(log, runs)
    })
    describe('forgets', () => {
      checkErase(log, reopen)
    })
    describe('closes', () => {
      checkClose(log, reopen)
    })
  })
}
