// Erases events, and determines which events of the whole log are erased. EventStoreDB keeps showing erased events to readers of the whole log until its next
// scavenge; without this list a rebuilt read model would contain removed people again.

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { sharedRun } from '../../shared-run.ts'
import { VersionConflict, type TruncateOptions } from '../event-log.ts'
import { appendWithRetries } from './append.ts'
import { isStreamNotFound, classifyError } from './error-kinds.ts'
import { receiveEvents } from './read-events.ts'
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

export type ErasedStreams = ReturnType<typeof erasedStreams>

const maxAgeMs = 1_000

/** The first revision of each stream that is not erased, and the last erasure that was read. */
type ErasureList = {
  erasedBefore: ReadonlyMap<string, number>
  last?: { id: string; revision: number }
}

const emptyList: ErasureList = { erasedBefore: new Map() }

export function erasedStreams(context: EventStoreContext) {
  const { connection, onStoreError } = context
  let current = emptyList
  let refreshedAt = -Infinity

  /** Reads the erasures since the last refresh. Includes all that were recorded before the call. */
  const refresh = sharedRun(() =>
    withRetries(context, 'read', async () => {
      // A log that was put back to an older copy may have accounts again that were deleted after it: the list starts over, and the old
      // one stays in use until then.
      current = (await readAfter(current)) ?? (await readAfter(emptyList)) ?? emptyList
      refreshedAt = connection.scheduler.now()
    }),
  )

  /** Returns a list with the erasures after it; `undefined` if its last one is no longer in the log. */
  async function readAfter(list: ErasureList): Promise<ErasureList | undefined> {
    const added = new Map<string, number>()
    let { last } = list
    let isContinued = last === undefined
    const from = BigInt(last?.revision ?? 0)
    try {
      const buffer = connection.readStream(erasedStreamsStream, { from })
      for await (const { event } of receiveEvents(buffer, context)) {
        if (event === undefined) continue
        if (!isContinued && event.id !== last?.id) return undefined
        isContinued = true
        const { stream, before } = erasure.parse(event.data)
        const known = added.get(stream) ?? list.erasedBefore.get(stream) ?? 0
        added.set(stream, Math.max(before ?? Infinity, known))
        last = { id: event.id, revision: Number(event.revision) }
      }
    } catch (error) {
      if (!isStreamNotFound(error)) throw error
    }
    if (!isContinued) return undefined
    // Nearly every refresh finds only the last erasure again, and a copy of a long list takes milliseconds.
    if (last?.id === list.last?.id) return list
    return { erasedBefore: new Map([...list.erasedBefore, ...added]), ...(last && { last }) }
  }

  /** Returns false when another process recorded an erasure in the meantime. */
  async function tryAppend(event: ProposedEvent): Promise<boolean> {
    const expected = current.last?.revision ?? 'none'
    try {
      await appendWithRetries(context, { stream: erasedStreamsStream, events: [event], expected })
      return true
    } catch (error) {
      if (error instanceof VersionConflict) return false
      throw error
    }
  }

  async function add(stream: string, before: number | 'all'): Promise<void> {
    const event = encodeEvent({
      id: randomUUID(),
      type: 'StreamForgotten',
      version: 1,
      at: new Date(connection.scheduler.now()).toISOString(),
      data: { stream, before: before === 'all' ? null : before },
      metadata: { correlation: randomUUID() },
    })
    while (!(await tryAppend(event))) await refresh()
    await refresh()
  }

  /** Whether an event was erased. Its absence from the log then proves nothing. */
  const hasErased = (stream: string, revision: bigint | number): boolean =>
    Number(revision) < (current.erasedBefore.get(stream) ?? 0)

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
    add,
    /**
     * Records the removal of a stream if it is not recorded yet: the process that removed it stopped before recording
     * it, or an operator removed it with the store's own tools.
     */
    recordRemoval(stream: string) {
      if (current.erasedBefore.get(stream) !== Infinity)
        add(stream, 'all').catch((error: unknown) =>
          onStoreError({ during: 'forget', error: toError(error) }),
        )
    },
  }
}

/** Removes a stream permanently. The store keeps its bytes until the next scavenge; readers no longer see them. */
export async function removeStream(
  context: EventStoreContext,
  erased: ErasedStreams,
  stream: string,
): Promise<void> {
  await withRetries(context, 'forget', async () => {
    try {
      await context.connection.tombstone(stream)
    } catch (error) {
      if (classifyError(error) !== 'removed') throw error
    }
  })
  await erased.refresh()
  if (!erased.hasErased(stream, Number.MAX_VALUE)) await erased.add(stream, 'all')
}

/** Erases the events before a revision, but never beyond the current end of the stream. */
export async function truncateStream(
  context: EventStoreContext,
  erased: ErasedStreams,
  { stream, before, forgetName = false }: TruncateOptions & { stream: string; before: number },
): Promise<void> {
  const last = await withRetries(context, 'forget', () => readNewest(context, stream))
  if (last === undefined) return
  // Without the last event, nobody could tell which revision an append has to expect.
  const end = Math.min(before, Number(last.revision) + (forgetName ? 0 : 1))
  while (!(await trySetBeginning(context, stream, end)));
  if (forgetName) return
  await erased.refresh()
  if (end > 0 && !erased.hasErased(stream, end - 1)) await erased.add(stream, end)
}

/** The store's own settings of a stream; `$tb` is its first visible revision. Settings that we do not know are kept. */
const streamSettings = z.looseObject({ $tb: z.number().optional() })

/**
 * Raises the first visible revision of a stream; never lowers it. Returns false when another writer changed the
 * settings in the meantime.
 */
async function trySetBeginning(context: EventStoreContext, stream: string, end: number): Promise<boolean> {
  const settingsStream = `$$${stream}`
  const current = await withRetries(context, 'forget', () => readNewest(context, settingsStream))
  const settings = streamSettings.parse(current?.data ?? {})
  if ((settings.$tb ?? 0) >= end) return true
  const expected = current === undefined ? 'none' : Number(current.revision)
  try {
    const events = [encodeStreamMetadata({ ...settings, $tb: end })]
    await appendWithRetries(context, { stream: settingsStream, events, expected })
    return true
  } catch (error) {
    if (error instanceof VersionConflict) return false
    throw error
  }
}

/** Returns the newest visible event of a stream; `undefined` when there is none. */
async function readNewest(context: EventStoreContext, stream: string): Promise<EventStoreEvent | undefined> {
  try {
    const buffer = context.connection.readStream(stream, { newest: 1 })
    for await (const { event } of receiveEvents(buffer, context)) return event
  } catch (error) {
    if (!isStreamNotFound(error)) throw error
  }
  return undefined
}
