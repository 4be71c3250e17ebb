import { z } from 'zod'
import { VersionConflict } from '../event-log.ts'
import { appendWithRetries } from './append.ts'
import type { ErasedStreams } from './erased-streams.ts'
import { receiveEvents, isMissingOrRemoved } from './read-events.ts'
import { encodeStreamMetadata } from './event-encoding.ts'
import type { EventStoreEvent } from './event-encoding.ts'
import { withRetries } from './retry.ts'
import type { EventStoreContext } from './retry.ts'
import { classifyError } from './error-kinds.ts'

/** Removes a stream for ever. The store keeps its bytes until the next scavenge; readers no longer see them. */
export async function removeStream(
  parts: EventStoreContext,
  forgotten: ErasedStreams,
  stream: string,
): Promise<void> {
  await withRetries(parts, 'forget', async () => {
    try {
      await parts.connection.tombstone(stream)
    } catch (error) {
      if (classifyError(error) !== 'removed') throw error
    }
  })
  await forgotten.refresh()
  if (!forgotten.hides(stream, Number.MAX_VALUE)) await forgotten.add(stream, 'all')
}

/** Forgets the events before a revision, but never what is yet to come. */
export async function truncateStream(
  parts: EventStoreContext,
  forgotten: ErasedStreams,
  stream: string,
  before: number,
): Promise<void> {
  const last = await withRetries(parts, 'forget', () => newest(parts, stream))
  if (last === undefined) return
  const end = Math.min(before, Number(last.revision) + 1)
  while (!(await isSet(parts, stream, end)));
  await forgotten.refresh()
  if (end > 0 && !forgotten.hides(stream, end - 1)) await forgotten.add(stream, end)
}

/** The store's own settings of a stream; `$tb` is its first visible revision. Settings that we do not know are kept. */
const streamSettings = z.looseObject({ $tb: z.number().optional() })

/** Moves the beginning of a stream to a revision, never back. False when somebody else changed its settings meanwhile. */
async function isSet(parts: EventStoreContext, stream: string, end: number): Promise<boolean> {
  const settingsStream = `$$${stream}`
  const current = await withRetries(parts, 'forget', () => newest(parts, settingsStream))
  const settings = streamSettings.parse(current?.data ?? {})
  if ((settings.$tb ?? 0) >= end) return true
  const expected = current === undefined ? 'none' : Number(current.revision)
  try {
    const events = [encodeStreamMetadata({ ...settings, $tb: end })]
    await appendWithRetries(parts, { stream: settingsStream, events, expected })
    return true
  } catch (error) {
    if (error instanceof VersionConflict) return false
    throw error
  }
}

/** The newest event of a stream that can be seen; nothing when there is none. */
async function newest(parts: EventStoreContext, stream: string): Promise<EventStoreEvent | undefined> {
  try {
    const inbox = parts.connection.readStream(stream, { newest: 1 })
    for await (const { event } of receiveEvents(inbox, parts)) return event
  } catch (error) {
    if (!isMissingOrRemoved(error)) throw error
  }
  return undefined
}
