import { StreamRemoved, VersionConflict } from '../event-log.ts'
import type { AppendResult } from '../event-log.ts'
import type { AppendRequest, AppendResponse } from './send-append.ts'
import { findAppend } from './find-append.ts'
import { receiveEvents, readHead } from './read-events.ts'
import { positionOf } from './event-encoding.ts'
import { retries, toLogUnavailable } from './retry.ts'
import type { EventStoreContext } from './retry.ts'
import { classifyError } from './error-kinds.ts'

/**
 * Appends, and retries while the store does not answer. With an expected revision the store itself distinguishes a
 * repeat from a conflict. With `any` it recognises only repeats of appends since its own start; so after a failure this
 * function searches the stream for the events, and then expects the revision that it found.
 */
export async function appendWithRetries(
  context: EventStoreContext,
  request: AppendRequest,
): Promise<AppendResult> {
  const attempts = retries(context, 'append')
  let isUnsure = false
  let actual = -1
  for (;;) {
    try {
      let { expected } = request
      if (isUnsure && expected === 'any') {
        const found = await findAppend(context, request)
        if (found.result) return found.result
        const last = Math.max(found.lastRevision, actual)
        expected = last === -1 ? 'none' : last
      }
      const response = await context.connection.append(request.stream, request.events, expected)
      if ('revision' in response) return await withPosition(context, request.stream, response)
      actual = response.actual
      if (expected === request.expected) throw new VersionConflict(request.stream, expected, actual)
      throw new Error(`Another writer appended to ${request.stream} in the meantime.`)
    } catch (error) {
      throwIfFinal(error, request)
      isUnsure = true
      if (await attempts.waitForNext(error)) continue
      // There are no more attempts; but if the events were stored after all, the append has succeeded.
      const found = await findAppend(context, request).catch(() => undefined)
      if (found?.result) return found.result
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
  const buffer = context.connection.readStream(stream, { from: BigInt(revision) })
  for await (const resolved of receiveEvents(buffer, context))
    return { revision, position: positionOf(resolved) }
  // The event was erased in the meantime: any position up to the head is right for the caller.
  return { revision, position: await readHead(context) }
}
