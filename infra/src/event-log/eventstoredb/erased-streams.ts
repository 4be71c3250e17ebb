// Erases events, and determines which events of the whole log are erased. EventStoreDB keeps showing erased events to readers of the whole
// log until its next scavenge; without this list a rebuilt read model would contain removed people again.

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { sharedRun } from '../../shared-run.ts'
import { VersionConflict, type ExpectedRevision, type TruncateOptions } from '../event-log.ts'
import { appendWithRetries } from './append.ts'
import { classifyError } from './error-kinds.ts'
import {
  encodeEvent,
  encodeStreamMetadata,
  type ProposedEvent,
  type EventStoreEvent,
} from './event-encoding.ts'
import { toError, withRetries, type EventStoreContext } from './retry.ts'

/** The stream that records erasures. Only this module reads and writes it. */
export const erasedStreamsStream = 'forgotten-streams'

/** Events before revision `before` are erased; `null` means the whole stream, permanently. */
const erasure = z.object({ stream: z.string(), before: z.number().nullable() })

/** The store's own settings of a stream; `$tb` is its first visible revision. Settings that we do not know are kept. */
const streamSettings = z.looseObject({ $tb: z.number().optional() })

/** What the operations of a log need that concern erased events. */
export type LogContext = EventStoreContext & { erased: ReturnType<typeof erasedStreams> }

const maxAgeMs = 1_000

/** The first revision of each stream that is not erased, and the last erasure that was read. */
type ErasureList = {
  erasedBefore: Map<string, number>
  last?: { id: string; revision: number }
}

const emptyList = (): ErasureList => ({ erasedBefore: new Map() })

export function erasedStreams(context: EventStoreContext) {
  const { connection, onStoreError } = context
  let current = emptyList()
  let refreshedAt = -Infinity
  const erasedBefore = (stream: string) => current.erasedBefore.get(stream) ?? 0

  /** Reads the erasures since the last refresh. Includes all that were recorded before the call. */
  const refresh = sharedRun(() =>
    withRetries(context, 'read', async () => {
      if (!(await readOn(current))) {
        // A log that was put back to an older copy may have accounts again that were deleted after it: the list starts over, and the old
        // one stays in use until then.
        const list = emptyList()
        await readOn(list)
        current = list
      }
      refreshedAt = connection.scheduler.now()
    }),
  )

  /** Adds the erasures after the last one of a list. Returns false if that is no longer in the log. */
  async function readOn(list: ErasureList): Promise<boolean> {
    let isContinued = list.last === undefined
    const from = BigInt(list.last?.revision ?? 0)
    for await (const { event } of connection.readStream(erasedStreamsStream, { from })) {
      if (event === undefined) continue
      if (!isContinued && event.id !== list.last?.id) return false
      isContinued = true
      const { stream, before } = erasure.parse(event.data)
      list.erasedBefore.set(stream, Math.max(before ?? Infinity, list.erasedBefore.get(stream) ?? 0))
      list.last = { id: event.id, revision: Number(event.revision) }
    }
    return isContinued
  }

  /** Records that the events of a stream before a revision are erased, unless that is known. `Infinity`: the whole stream, permanently. */
  async function record(stream: string, before: number): Promise<void> {
    await refresh()
    if (erasedBefore(stream) >= before) return
    const event = encodeEvent({
      id: randomUUID(),
      type: 'StreamForgotten',
      version: 1,
      at: new Date(connection.scheduler.now()).toISOString(),
      data: { stream, before: before === Infinity ? null : before },
      metadata: { correlation: randomUUID() },
    })
    const tryRecord = () => tryAppend(erasedStreamsStream, event, current.last?.revision ?? 'none')
    while (!(await tryRecord())) await refresh()
    await refresh()
  }

  /** Returns the newest visible event of a stream; `undefined` when there is none. */
  async function readNewest(stream: string): Promise<EventStoreEvent | undefined> {
    for await (const { event } of connection.readStream(stream, { newest: 1 })) return event
    return undefined
  }

  /** Returns false when another writer was first. */
  async function tryAppend(stream: string, event: ProposedEvent, expected: ExpectedRevision) {
    try {
      await appendWithRetries(context, { stream, events: [event], expected })
      return true
    } catch (error) {
      if (error instanceof VersionConflict) return false
      throw error
    }
  }

  /**
   * Raises the first visible revision of a stream; never lowers it. Returns false when another writer changed the
   * settings in the meantime.
   */
  async function trySetBeginning(stream: string, end: number): Promise<boolean> {
    const settingsStream = `$$${stream}`
    const newest = await withRetries(context, 'forget', () => readNewest(settingsStream))
    const settings = streamSettings.parse(newest?.data ?? {})
    if ((settings.$tb ?? 0) >= end) return true
    const expected = newest === undefined ? 'none' : Number(newest.revision)
    return tryAppend(settingsStream, encodeStreamMetadata({ ...settings, $tb: end }), expected)
  }

  /** Whether an event was erased. Its absence from the log then proves nothing. */
  const hasErased = (stream: string, revision: bigint | number): boolean =>
    Number(revision) < erasedBefore(stream)

  return {
    hasErased,
    /** Whether readers of the whole log do not receive an event: because it was erased, or is a record of erasures. */
    hides: (stream: string, revision: bigint | number): boolean =>
      stream === erasedStreamsStream || hasErased(stream, revision),
    refresh,
    /** For long reads: an erasure in the meantime takes effect within a second. */
    refreshIfStale: async () => {
      if (connection.scheduler.now() - refreshedAt > maxAgeMs) await refresh()
    },
    /** Removes a stream permanently. The store keeps its bytes until the next scavenge; readers no longer see them. */
    remove: async (stream: string): Promise<void> => {
      await withRetries(context, 'forget', async () => {
        try {
          await connection.tombstone(stream)
        } catch (error) {
          if (classifyError(error) !== 'removed') throw error
        }
      })
      await record(stream, Infinity)
    },
    /** Erases the events before a revision, but never beyond the current end of the stream. */
    truncate: async (stream: string, before: number, { forgetName = false }: TruncateOptions = {}) => {
      const last = await withRetries(context, 'forget', () => readNewest(stream))
      if (last === undefined) return
      // Without the last event, nobody could tell which revision an append has to expect.
      const end = Math.min(before, Number(last.revision) + (forgetName ? 0 : 1))
      while (!(await trySetBeginning(stream, end)));
      if (end > 0 && !forgetName) await record(stream, end)
    },
    /**
     * Records the removal of a stream if it is not recorded yet: the process that removed it stopped before recording
     * it, or an operator removed it with the store's own tools.
     */
    recordRemoval(stream: string) {
      if (erasedBefore(stream) !== Infinity)
        record(stream, Infinity).catch((error: unknown) =>
          onStoreError({ during: 'forget', error: toError(error) }),
        )
    },
  }
}
