// Appends to EventStoreDB, and retries while the store does not answer. The store distinguishes a repeat from a conflict by the expected
// revision, also after its own restart.

import { StreamRemoved, VersionConflict, type AppendResult } from '../event-log.ts'
import type { AppendRequest, AppendResponse } from './send-append.ts'
import { readHead } from './read-events.ts'
import { positionOf } from './event-encoding.ts'
import { retries, toLogUnavailable, type EventStoreContext } from './retry.ts'
import { classifyError } from './error-kinds.ts'

export async function appendWithRetries(
  context: EventStoreContext,
  request: AppendRequest,
): Promise<AppendResult> {
  const { stream, expected } = request
  const attempts = retries(context, 'append')
  for (;;) {
    try {
      const response = await context.connection.append(request, attempts.limitMs())
      if ('revision' in response) return await withPosition(context, stream, response)
      throw new VersionConflict(stream, expected, response.actual)
    } catch (error) {
      throwIfFinal(error, request)
      if (await attempts.waitForNext(error)) continue
      // There are no more attempts; but if the events were stored after all, the append has succeeded.
      const found = await findAppend(context, request).catch(() => undefined)
      if (found !== undefined) return found
      throw toLogUnavailable(error)
    }
  }
}

/** Throws when the error is the store's final answer, which a retry would not change. */
function throwIfFinal(error: unknown, { stream }: AppendRequest) {
  const kind = classifyError(error)
  if (kind === 'removed') throw new StreamRemoved(stream)
  if (kind === 'too-large')
    throw new TypeError(`An append to ${stream} is larger than the event store accepts.`, { cause: error })
}

/** The store sometimes answers a repeated append without its position. */
async function withPosition(
  context: EventStoreContext,
  stream: string,
  { revision, position }: Extract<AppendResponse, { revision: number }>,
): Promise<AppendResult> {
  if (position !== undefined) return { revision, position }
  for await (const resolved of context.connection.readStream(stream, { from: BigInt(revision) }))
    return { revision, position: positionOf(resolved) }
  // The event was erased in the meantime: any position up to the head is right for the caller.
  return { revision, position: await readHead(context) }
}

/** Short, because the caller has already waited for the append itself. */
const findLimitMs = () => 500

/**
 * Searches the stream for the events of an append of unknown outcome: all of them, in order, after the expected
 * revision. Returns `undefined` when they are not there.
 */
async function findAppend(
  context: EventStoreContext,
  { stream, events, expected }: AppendRequest,
): Promise<AppendResult | undefined> {
  const ids = events.map(({ id }) => id.toLowerCase())
  const from = BigInt(expected === 'none' ? 0 : expected + 1)
  let matched = 0
  for await (const resolved of context.connection.readStream(stream, { from }, findLimitMs)) {
    if (resolved.event?.id !== ids[matched]) break
    if (++matched === ids.length)
      return { revision: Number(resolved.event?.revision), position: positionOf(resolved) }
  }
  return undefined
}
