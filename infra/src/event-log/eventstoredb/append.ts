// Appends to EventStoreDB, and retries while the store does not answer. The store distinguishes a repeat from a conflict by the expected
// revision, also after its own restart.

import { LogUnavailable, StreamRemoved, VersionConflict, type AppendResult } from '../event-log.ts'
import type { AppendRequest } from './send-append.ts'
import { readHead } from './read-events.ts'
import { positionOf } from './event-encoding.ts'
import { withRetries, type EventStoreContext } from './retry.ts'
import { classifyError } from './error-kinds.ts'

export async function appendWithRetries(context: EventStoreContext, request: AppendRequest) {
  try {
    return await withRetries(context, 'append', (limitMs) => append(context, request, limitMs))
  } catch (error) {
    if (!(error instanceof LogUnavailable)) throw error
    // That was the last attempt; but if the events were stored after all, the append has succeeded.
    const found = await findAppend(context, request, lastSearchMs).catch(() => undefined)
    if (found === undefined) throw error
    return found
  }
}

async function append(context: EventStoreContext, request: AppendRequest, limitMs: number) {
  const { stream, expected } = request
  const response = await context.connection.append(request, limitMs).catch((error: unknown) => {
    throw finalAnswer(error, stream) ?? error
  })
  if ('actual' in response) throw new VersionConflict(stream, expected, response.actual)
  const { revision, position } = response
  if (position !== undefined) return { revision, position }
  // The store sometimes answers a repeat without its position. Of an event that was erased in the meantime, any position up to the head
  // is right for the caller.
  return (await findAppend(context, request, limitMs)) ?? { revision, position: await readHead(context) }
}

/** Returns what the store's answer means if a retry would not change it. */
function finalAnswer(error: unknown, stream: string): Error | undefined {
  const kind = classifyError(error)
  if (kind === 'removed') return new StreamRemoved(stream)
  if (kind !== 'too-large') return undefined
  return new TypeError(`An append to ${stream} is larger than the event store accepts.`, { cause: error })
}

/** Short, because the caller has already waited for the append itself. */
const lastSearchMs = 500

/**
 * Searches the stream for the events of an append of unknown outcome: all of them, in order, after the expected
 * revision. Returns `undefined` when they are not there.
 */
async function findAppend(
  context: EventStoreContext,
  { stream, events, expected }: AppendRequest,
  limitMs: number,
): Promise<AppendResult | undefined> {
  const ids = events.map(({ id }) => id.toLowerCase())
  const from = BigInt(expected === 'none' ? 0 : expected + 1)
  let matched = 0
  for await (const resolved of context.connection.readStream(stream, { from }, () => limitMs)) {
    if (resolved.event?.id !== ids[matched]) break
    if (++matched === ids.length)
      return { revision: Number(resolved.event?.revision), position: positionOf(resolved) }
  }
  return undefined
}
