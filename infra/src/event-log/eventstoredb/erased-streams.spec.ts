import { randomUUID } from 'node:crypto'
import { systemScheduler } from '../../scheduler.ts'
import { expect, test } from 'vitest'
import { erasedStreams } from './erased-streams.ts'
import type { EventStoreContext } from './retry.ts'

const record = (stream: string) => ({ id: randomUUID(), data: { stream, before: null } })
const kept = record('user-1')

test.each([
  ['to before its newest erasure, and has another one since', [kept, record('user-3')], [true, false, true]],
  ['to before its newest erasure', [kept], [true, false, false]],
  ['to before all erasures', [], [false, false, false]],
])(
  'hides erased events also while the list is read anew, because the log was put back %s',
  async (_place, later, hidden) => {
    let erasures = [kept, record('user-2')]
    const shown: boolean[] = []
    async function* events(from: bigint) {
      shown.push(erased.hides('user-1', 0))
      for (const [revision, event] of erasures.entries())
        if (revision >= from) yield { event: { ...event, revision: BigInt(revision) } }
      shown.push(erased.hides('user-1', 0))
    }
    const readStream = (_stream: string, { from }: { from: bigint }) => events(from)
    // The list uses no more of its context.
    const context = {
      connection: { readStream, scheduler: systemScheduler, deadline: 1_000 },
      closing: new AbortController().signal,
    } as unknown as EventStoreContext
    const erased = erasedStreams(context)
    await erased.refresh()
    shown.length = 0
    erasures = later
    await erased.refresh()
    expect(shown).toContain(true)
    expect(shown).not.toContain(false)
    expect(['user-1', 'user-2', 'user-3'].map((stream) => erased.hides(stream, 0))).toEqual(hidden)
  },
)
