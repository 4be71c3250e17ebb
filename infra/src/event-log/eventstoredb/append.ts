import { StreamRemoved, VersionConflict } from '../event-log.ts'
import type { Appended, Expected } from '../event-log.ts'
import type { AppendAnswer } from './append-call.ts'
import { lookBack } from './look-back.ts'
import { arrivals, head } from './reading.ts'
import { positionOf } from './record.ts'
import type { Proposed } from './record.ts'
import { tries, unavailable } from './tries.ts'
import type { Parts } from './tries.ts'
import { verdictOn } from './verdict.ts'

export type Append = { stream: string; events: readonly Proposed[]; expected: Expected }

/**
 * Appends, and makes the same append again while the store cannot answer. With an expectation the store itself tells a
 * repeat from a conflict. Without one it knows only what it stored since it was started; so after a failure we look
 * whether the events are there, and from then on expect what we saw.
 */
export async function append(parts: Parts, asked: Append): Promise<Appended> {
  const tried = tries(parts, 'append')
  let isUnsure = false
  let actual = -1
  for (;;) {
    try {
      let { expected } = asked
      if (isUnsure && expected === 'any') {
        const found = await lookBack(parts, asked)
        if (found.appended) return found.appended
        const last = Math.max(found.last, actual)
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
      if (await tried.again(error)) continue
      // Nobody waits any longer; but if it came to be stored, the answer is not "unavailable".
      const found = await lookBack(parts, asked).catch(() => undefined)
      if (found?.appended) return found.appended
      throw unavailable(error)
    }
  }
}

/** Throws what is an answer of the store and no failure. */
function requirePassing(error: unknown, { stream }: Append) {
  const verdict = verdictOn(error)
  if (verdict === 'removed') throw new StreamRemoved(stream)
  if (verdict === 'too-large')
    throw new TypeError(`An append to ${stream} is larger than the event store takes.`, { cause: error })
}

/** A repeated append is sometimes answered without its position. */
async function placed(
  parts: Parts,
  stream: string,
  { revision, position }: Extract<AppendAnswer, { revision: number }>,
): Promise<Appended> {
  if (position !== undefined) return { revision, position }
  const inbox = parts.connection.stream(stream, { from: BigInt(revision) })
  for await (const resolved of arrivals(inbox, parts)) return { revision, position: positionOf(resolved) }
  // Forgotten since: it stands somewhere before the newest.
  return { revision, position: await head(parts) }
}
