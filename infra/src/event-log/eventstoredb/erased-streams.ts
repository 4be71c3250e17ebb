import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { VersionConflict } from '../event-log.ts'
import { appendWithRetries } from './append.ts'
import { receiveEvents, isMissingOrRemoved } from './read-events.ts'
import { encodeEvent } from './event-encoding.ts'
import type { EventStoreEvent, ProposedEvent } from './event-encoding.ts'
import { toError, withRetries } from './retry.ts'
import type { EventStoreContext } from './retry.ts'

/** The stream that records erasures. Only this module reads and writes it. */
export const erasedStreamsStream = 'forgotten-streams'

/** Events before revision `before` are erased; `null` means the whole stream, permanently. */
const erasure = z.object({ stream: z.string(), before: z.number().nullable() })

export type ErasedStreams = ReturnType<typeof erasedStreams>

const maxAgeMs = 1_000

/**
 * Determines which events of the whole log are erased. The store keeps showing erased events there until its next
 * scavenge; without this list a rebuilt read model would contain removed people again.
 */
export function erasedStreams(context: EventStoreContext) {
  const { connection, onStoreError } = context
  const erasedBefore = new Map<string, number>()
  /** The last erasure that was read. */
  let last: { id: string; revision: number } | undefined
  let refreshedAt = -Infinity

  function apply({ data, revision, id }: EventStoreEvent) {
    const { stream, before } = erasure.parse(data)
    erasedBefore.set(stream, Math.max(before ?? Infinity, erasedBefore.get(stream) ?? 0))
    if (Number(revision) > (last?.revision ?? -1)) last = { id, revision: Number(revision) }
  }

  /** Reads the erasures since the last refresh. */
  function refresh(): Promise<void> {
    return withRetries(context, 'read', async () => {
      if (!(await readNewErasures())) {
        // The log was put back to an older copy: it may have accounts again that were deleted after it.
        erasedBefore.clear()
        last = undefined
        await readNewErasures()
      }
      refreshedAt = connection.scheduler.now()
    })
  }

  /** Returns false if the last erasure that was read before is no longer in the log. */
  async function readNewErasures(): Promise<boolean> {
    const known = last
    let isContinued = known === undefined
    try {
      const from = BigInt(known?.revision ?? 0)
      for await (const { event } of receiveEvents(
        connection.readStream(erasedStreamsStream, { from }),
        context,
      )) {
        if (event === undefined) continue
        if (!isContinued && event.id !== known?.id) return false
        isContinued = true
        apply(event)
      }
    } catch (error) {
      if (!isMissingOrRemoved(error)) throw error
    }
    return isContinued
  }

  /** Returns false when another process recorded an erasure in the meantime. */
  async function tryAppend(event: ProposedEvent): Promise<boolean> {
    const expected = last?.revision ?? 'none'
    try {
      await appendWithRetries(context, { stream: erasedStreamsStream, events: [event], expected })
      return true
    } catch (error) {
      if (error instanceof VersionConflict) return false
      throw error
    }
  }

  async function add(stream: string, before: number | 'all'): Promise<void> {
    const entry = { stream, before: before === 'all' ? null : before }
    const event = encodeEvent({
      id: randomUUID(),
      type: 'StreamForgotten',
      version: 1,
      at: new Date(connection.scheduler.now()).toISOString(),
      data: entry,
      metadata: { correlation: randomUUID() },
    })
    while (!(await tryAppend(event))) await refresh()
    erasedBefore.set(stream, Math.max(entry.before ?? Infinity, erasedBefore.get(stream) ?? 0))
  }

  return {
    hides: (stream: string, revision: bigint | number) => {
      const end = erasedBefore.get(stream)
      return stream === erasedStreamsStream || (end !== undefined && Number(revision) < end)
    },
    refresh,
    /** For long reads: an erasure in the meantime takes effect within a second. */
    refreshIfStale: async () => {
      if (connection.scheduler.now() - refreshedAt > maxAgeMs) await refresh()
    },
    add,
    /**
     * Records the removal of a stream if it is not recorded yet: the process that removed it stopped before recording
     * it, or an operator removed it with the store's own tools.
     */
    recordRemoval(stream: string) {
      if (erasedBefore.get(stream) !== Infinity)
        add(stream, 'all').catch((error: unknown) =>
          onStoreError({ during: 'forget', error: toError(error) }),
        )
    },
  }
}
