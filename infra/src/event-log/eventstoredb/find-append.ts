import type { ResolvedEvent } from '@eventstore/db-client'
import type { AppendResult } from '../event-log.ts'
import type { AppendRequest } from './send-append.ts'
import { receiveEvents, isMissingOrRemoved } from './read-events.ts'
import { positionOf } from './event-encoding.ts'
import type { EventStoreContext } from './retry.ts'

/** `result` is set when the events were found; `lastRevision` is the newest revision that was read, -1 for none. */
export type FoundAppend = { result?: AppendResult; lastRevision: number }

/** More events than other writers append to one stream while the outcome of an append is unknown. */
const maxEvents = 4_096

/** Short, because the caller has already waited for the append itself. */
const timeoutMs = 1_000

/** Searches the stream for an append of unknown outcome: all its events, in order. */
export async function findAppend(
  context: EventStoreContext,
  { stream, events, expected }: AppendRequest,
): Promise<FoundAppend> {
  const ids = events.map(({ id }) => id.toLowerCase())
  const { connection } = context
  try {
    if (expected === 'any')
      return await findBackwards(
        receiveEvents(connection.readStream(stream, { newest: maxEvents }), context, timeoutMs),
        ids.reverse(),
      )
    const from = BigInt(expected === 'none' ? 0 : expected + 1)
    return await compareForwards(
      receiveEvents(connection.readStream(stream, { from }), context, timeoutMs),
      ids,
    )
  } catch (error) {
    if (isMissingOrRemoved(error)) return { lastRevision: -1 }
    throw error
  }
}

/** Reads from the newest event backwards: finds the last of our events, then expects the others directly before it. */
async function findBackwards(
  newestFirst: AsyncIterable<ResolvedEvent>,
  ids: readonly string[],
): Promise<FoundAppend> {
  let last = -1
  let appended: AppendResult | undefined
  let matched = 0
  for await (const resolved of newestFirst) {
    const revision = Number(resolved.event?.revision)
    last = Math.max(last, revision)
    if (resolved.event?.id === ids[matched]) {
      appended ??= { revision, position: positionOf(resolved) }
      if (++matched === ids.length) return { result: appended, lastRevision: last }
    } else if (matched > 0) break
  }
  return { lastRevision: last }
}

/** Reads from the expected revision forwards and compares the ids. */
async function compareForwards(
  events: AsyncIterable<ResolvedEvent>,
  ids: readonly string[],
): Promise<FoundAppend> {
  let last = -1
  let matched = 0
  for await (const resolved of events) {
    last = Number(resolved.event?.revision)
    if (resolved.event?.id !== ids[matched]) break
    if (++matched === ids.length)
      return { result: { revision: last, position: positionOf(resolved) }, lastRevision: last }
  }
  return { lastRevision: last }
}
