import { VersionConflict } from '../event-log.ts'
import { append } from './append.ts'
import type { ForgottenStreams } from './forgotten.ts'
import { arrivals, isGone } from './reading.ts'
import { encodeSettings } from './record.ts'
import type { StoreEvent } from './record.ts'
import { persist } from './tries.ts'
import type { Parts } from './tries.ts'
import { verdictOn } from './verdict.ts'

/** Removes a stream for ever. The store keeps its bytes until the next scavenge; readers no longer see them. */
export async function remove(parts: Parts, forgotten: ForgottenStreams, stream: string): Promise<void> {
  await persist(parts, 'forget', async () => {
    try {
      await parts.connection.tombstone(stream)
    } catch (error) {
      if (verdictOn(error) !== 'removed') throw error
    }
  })
  await forgotten.refresh()
  if (!forgotten.hides(stream, Number.MAX_VALUE)) await forgotten.add(stream, 'all')
}

/** Forgets the events before a revision, but never what is yet to come. */
export async function truncate(
  parts: Parts,
  forgotten: ForgottenStreams,
  stream: string,
  before: number,
): Promise<void> {
  const last = await persist(parts, 'forget', () => newest(parts, stream))
  if (last === undefined) return
  const end = Math.min(before, Number(last.revision) + 1)
  while (!(await isSet(parts, stream, end)));
  await forgotten.refresh()
  if (end > 0 && !forgotten.hides(stream, end - 1)) await forgotten.add(stream, end)
}

/** Moves the beginning of a stream to a revision, never back. False when somebody else changed its settings meanwhile. */
async function isSet(parts: Parts, stream: string, end: number): Promise<boolean> {
  const settingsStream = `$$${stream}`
  const current = await persist(parts, 'forget', () => newest(parts, settingsStream))
  // The store's own words for its settings; what else it keeps there stays as it is.
  const settings = (current?.data ?? {}) as { $tb?: number }
  if ((settings.$tb ?? 0) >= end) return true
  const expected = current === undefined ? 'none' : Number(current.revision)
  try {
    const events = [encodeSettings({ ...settings, $tb: end })]
    await append(parts, { stream: settingsStream, events, expected })
    return true
  } catch (error) {
    if (error instanceof VersionConflict) return false
    throw error
  }
}

/** The newest event of a stream that can be seen; nothing when there is none. */
async function newest(parts: Parts, stream: string): Promise<StoreEvent | undefined> {
  try {
    const inbox = parts.connection.stream(stream, { newest: 1 })
    for await (const { event } of arrivals(inbox, parts)) return event
  } catch (error) {
    if (!isGone(error)) throw error
  }
  return undefined
}
