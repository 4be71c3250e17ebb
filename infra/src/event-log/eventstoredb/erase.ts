// Erases events of EventStoreDB: a whole stream, or its beginning.

import { z } from 'zod'
import { VersionConflict, type TruncateOptions } from '../event-log.ts'
import { appendWithRetries } from './append.ts'
import type { ErasedStreams } from './erased-streams.ts'
import { receiveEvents } from './read-events.ts'
import { encodeStreamMetadata, type EventStoreEvent } from './event-encoding.ts'
import { withRetries, type EventStoreContext } from './retry.ts'
import { classifyError, isStreamNotFound } from './error-kinds.ts'

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
