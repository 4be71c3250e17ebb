import { afterEach, beforeEach, describe } from 'vitest'
import type { LivePublisher } from '@thirty/infra/live/live-publisher.ts'
import { checkWorkerPresence } from './port/worker-presence.ts'
import type { StoreUnderTest } from './port/board.ts'
import { checkBuilds } from './port/builds.ts'
import { checkChangeHistory } from './port/change-history.ts'
import { checkIndexes } from './port/indexes.ts'
import { checkLeases } from './port/leases.ts'
import { checkCommits } from './port/commits.ts'
import type { LiveMessage, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'

type Opened = { store: ReadModelStore; close?: () => Promise<void> }

/** What every store of views must hold. `open` gives a fresh, empty store that publishes its frames to `live`. */
export function readModelStoreSpec(name: string, open: (live: LivePublisher) => Promise<Opened>): void {
  describe(`views in ${name}`, () => {
    let opened: Opened & StoreUnderTest
    const shelf = () => opened
    beforeEach(async () => {
      const published: LiveMessage[] = []
      const live: LivePublisher = {
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
      checkCommits(shelf)
    })
    describe('in order', () => {
      checkIndexes(shelf)
    })
    describe('under a lease', () => {
      checkLeases(shelf)
      checkWorkerPresence(shelf)
    })
    checkChangeHistory(shelf)
  })
}
