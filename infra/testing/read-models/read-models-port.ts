import { afterEach, beforeEach, describe } from 'vitest'
import type { LivePublisher } from '@thirty/infra/live/live-publisher.ts'
import type { StoreUnderTest } from './port/board.ts'
import { checkBuildHistory } from './port/build-history.ts'
import { checkChangeHistory } from './port/change-history.ts'
import { checkLeases } from './port/leases.ts'
import { checkCommits } from './port/commits.ts'
import { checkScans } from './port/scans.ts'
import { checkWatchers } from './port/watchers.ts'
import { checkSearch } from './port/search.ts'
import type { LiveMessage, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'

type Opened = { store: ReadModelStore; close?: () => Promise<void> }

/** Tests the contract of `ReadModelStore`. `open` returns an empty store that publishes its messages to `live`. */
export function readModelStoreSpec(name: string, open: (live: LivePublisher) => Promise<Opened>): void {
  describe(`read models in ${name}`, () => {
    let opened: Opened
    // Safe: tests run after the hook.
    const store = {} as ReadModelStore
    const published: LiveMessage[] = []
    const current: StoreUnderTest = { store, published }
    beforeEach(async () => {
      published.length = 0
      opened = await open({
        publish: (room, message, payload, except) =>
          void published.push({ room, message, payload, ...(except !== undefined && { except }) }),
      })
      Object.assign(store, opened.store)
    })
    afterEach(async () => {
      await opened.store.close()
      await opened.close?.()
    })

    const checks = { checkBuildHistory, checkCommits, checkScans, checkSearch, checkLeases, checkWatchers }
    for (const check of [...Object.values(checks), checkChangeHistory]) check(current)
  })
}
