import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { appendWithRetries } from './append.ts'
import { receiveEvents, isMissingOrRemoved } from './read-events.ts'
import { encodeEvent } from './event-encoding.ts'
import type { EventStoreEvent } from './event-encoding.ts'
import { toError, withRetries } from './retry.ts'
import type { EventStoreContext } from './retry.ts'

/** Where it is written which streams were forgotten. Nobody else reads or writes it. */
export const erasedStreamsStream = 'forgotten-streams'

/** Everything before revision `before` is forgotten; `null` for the whole stream, for ever. */
const erasure = z.object({ stream: z.string(), before: z.number().nullable() })

export type ErasedStreams = ReturnType<typeof erasedStreams>

const soon = 1_000

/**
 * What readers of the whole log must not be given any more. The store goes on showing forgotten events there until its
 * next scavenge; without this list a rebuilt read model would bring a removed person back.
 */
export function erasedStreams(parts: EventStoreContext) {
  const { connection, onStoreError: onTrouble } = parts
  const ends = new Map<string, number>()
  let next = 0
  let refreshedAt = -Infinity

  function learn({ data, revision }: EventStoreEvent) {
    const { stream, before } = erasure.parse(data)
    ends.set(stream, Math.max(before ?? Infinity, ends.get(stream) ?? 0))
    if (Number(revision) === next) next++
  }

  /** Reads what was added since the last time. */
  function refresh(): Promise<void> {
    return withRetries(parts, 'read', async () => {
      try {
        for await (const { event } of receiveEvents(
          connection.readStream(erasedStreamsStream, { from: BigInt(next) }),
          parts,
        ))
          if (event !== undefined) learn(event)
      } catch (error) {
        if (!isMissingOrRemoved(error)) throw error
      }
      refreshedAt = connection.scheduler.now()
    })
  }

  async function add(stream: string, before: number | 'all'): Promise<void> {
    const note = { stream, before: before === 'all' ? null : before }
    const event = encodeEvent({
      id: randomUUID(),
      type: 'StreamForgotten',
      version: 1,
      at: new Date(connection.scheduler.now()).toISOString(),
      data: note,
      metadata: { correlation: randomUUID() },
    })
    await appendWithRetries(parts, { stream: erasedStreamsStream, events: [event], expected: 'any' })
    ends.set(stream, Math.max(note.before ?? Infinity, ends.get(stream) ?? 0))
  }

  return {
    hides: (stream: string, revision: bigint | number) => {
      const end = ends.get(stream)
      return stream === erasedStreamsStream || (end !== undefined && Number(revision) < end)
    },
    refresh,
    /** For a long reading: what was forgotten meanwhile is noticed within a second. */
    refreshIfStale: async () => {
      if (connection.scheduler.now() - refreshedAt > soon) await refresh()
    },
    add,
    /**
     * A removed stream was met. If it is not on the list, whoever removed it came no further, or was an operator
     * with the store's own tools; then we write it down for them.
     */
    recordRemoval(stream: string) {
      if (ends.get(stream) !== Infinity)
        add(stream, 'all').catch((error: unknown) => onTrouble({ during: 'forget', error: toError(error) }))
    },
  }
}
