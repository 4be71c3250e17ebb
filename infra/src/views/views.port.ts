import { afterEach, beforeEach, describe } from 'vitest'
import type { Live } from '../live/live.ts'
import { checkAttendance } from './port/attendance.ts'
import type { Shelf } from './port/board.ts'
import { checkBuilds } from './port/builds.ts'
import { checkHistory } from './port/history.ts'
import { checkIndexes } from './port/indexes.ts'
import { checkLeases } from './port/leases.ts'
import { checkSteps } from './port/steps.ts'
import type { Frame, ViewStore } from './views.ts'

type Opened = { store: ViewStore; close?: () => Promise<void> }

/** What every store of views must hold. `open` gives a fresh, empty store that publishes its frames to `live`. */
export function viewStoreSpec(name: string, open: (live: Live) => Promise<Opened>): void {
  describe(`views in ${name}`, () => {
    let opened: Opened & Shelf
    const shelf = () => opened
    beforeEach(async () => {
      const published: Frame[] = []
      const live: Live = {
        publish: (room, message, payload) => void published.push({ room, message, payload }),
      }
      opened = { ...(await open(live)), published }
    })
    afterEach(async () => {
      await opened.store.close()
      await opened.close?.()
    })

    describe('in builds', () => {
      checkBuilds(shelf)
    })
    describe('in steps', () => {
      checkSteps(shelf)
    })
    describe('in order', () => {
      checkIndexes(shelf)
    })
    describe('under a lease', () => {
      checkLeases(shelf)
      checkAttendance(shelf)
    })
    checkHistory(shelf)
  })
}
