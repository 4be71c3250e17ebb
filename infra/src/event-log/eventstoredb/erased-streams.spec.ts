import { randomUUID } from 'node:crypto'
import type { ResolvedEvent } from '@eventstore/db-client'
import { flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { expect, test } from 'vitest'
import { erasedStreams } from './erased-streams.ts'
import type { EventStoreContext } from './retry.ts'

/** The list of erased streams of a store whose reads wait until the spec lets them continue. */
function setUp() {
  const store = { erasures: [] as { id: string; stream: string }[], reads: 0, isHeld: false }
  let release = () => {}
  const readStream = (_stream: string, { from }: { from: bigint }) => {
    store.reads += 1
    const held = store.isHeld ? new Promise<void>((resolve) => (release = resolve)) : undefined
    const events = store.erasures.map(({ id, stream }, revision) => ({
      event: { id, revision: BigInt(revision), data: { stream, before: null } },
    }))
    const waiting = events.slice(Number(from))
    let isReleased = held === undefined
    return {
      read: () => (isReleased ? (waiting.shift() ?? null) : null) as ResolvedEvent | null,
      hasEnded: () => isReleased && waiting.length === 0,
      waitForChange: async () => {
        await held
        return (isReleased = true)
      },
      close: () => undefined,
    }
  }
  // The list uses no more of its context.
  const context = {
    connection: { readStream, scheduler: { now: () => 0 }, deadline: 1_000 },
    retryForMs: 0,
    onStoreError: () => undefined,
    closing: new AbortController().signal,
  } as unknown as EventStoreContext
  const record = (...streams: string[]) => streams.map((stream) => ({ id: randomUUID(), stream }))
  return { store, erased: erasedStreams(context), record, release: () => release() }
}

test('hides erased events also while the list is read anew, because the log was put back', async () => {
  const { store, erased, record, release } = setUp()
  const kept = record('user-1')
  store.erasures = [...kept, ...record('user-2')]
  await erased.refresh()
  store.erasures = [...kept, ...record('user-3')]
  const shown: boolean[] = []
  store.isHeld = true
  const refreshing = erased.refresh()
  for (let step = 0; step < 4; step++) {
    shown.push(erased.hides('user-1', 0))
    release()
    await flushPromises()
  }
  await refreshing
  expect(shown).toEqual([true, true, true, true])
  expect(['user-1', 'user-2', 'user-3'].map((stream) => erased.hides(stream, 0))).toEqual([true, false, true])
})
