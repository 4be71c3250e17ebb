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
 * Appends, and makes the same append again while the store cannot answer. With an expectation the store itself tells a
 * repeat from a conflict. Without one it knows only what it stored since it was started; so after a failure we look
 * whether the events are there, and from then on expect what we saw.
 */
export async function appendWithRetries(
  parts: EventStoreContext,
  asked: AppendRequest,
): Promise<AppendResult> {
  const tried = retries(parts, 'append')
  let isUnsure = false
  let actual = -1
  for (;;) {
    try {
      let { expected } = asked
      if (isUnsure && expected === 'any') {
        const found = await findAppend(parts, asked)
        if (found.result) return found.result
        const last = Math.max(found.lastRevision, actual)
        expected = last === -1 ? 'none' : last
      }
      const answer = await parts.connection.append(asked.stream, asked.events, expected)
      if ('revision' in answer) return await placed(parts, asked.stream, answer)
      actual = answer.actual
      if (expected === asked.expected) throw new VersionConflict(asked.stream, expected, actual)
      throw new Error(`Somebody else wrote to ${asked.stream} in the meantime.`)
    } catch (error) {
      requirePassing(error, asked)
      isUnsure = true
      if (await tried.waitForNext(error)) continue
      // Nobody waits any longer; but if it came to be stored, the answer is not "unavailable".
      const found = await findAppend(parts, asked).catch(() => undefined)
      if (found?.result) return found.result
      throw toLogUnavailable(error)
    }
  }
}

/** Throws what is an answer of the store and no failure. */
function requirePassing(error: unknown, { stream }: AppendRequest) {
  const verdict = classifyError(error)
  if (verdict === 'removed') throw new StreamRemoved(stream)
  if (verdict === 'too-large')
    throw new TypeError(`An append to ${stream} is larger than the event store takes.`, { cause: error })
}

/** A repeated append is sometimes answered without its position. */
async function placed(
  parts: EventStoreContext,
  stream: string,
  { revision, position }: Extract<AppendResponse, { revision: number }>,
): Promise<AppendResult> {
  if (position !== undefined) return { revision, position }
  const inbox = parts.connection.readStream(stream, { from: BigInt(revision) })
  for await (const resolved of receiveEvents(inbox, parts))
    return { revision, position: positionOf(resolved) }
  // Forgotten since: it stands somewhere before the newest.
  return { revision, position: await readHead(parts) }
}
