import type { ResolvedEvent } from '@eventstore/db-client'
import type { AppendResult } from '../event-log.ts'
import type { AppendRequest } from './send-append.ts'
import { receiveEvents, isMissingOrRemoved } from './read-events.ts'
import { positionOf } from './event-encoding.ts'
import type { EventStoreContext } from './retry.ts'

/** Where the events stand, if they are there; `last` is the newest revision that was seen, -1 for none. */
export type FoundAppend = { result?: AppendResult; lastRevision: number }

/** Nobody writes more to one stream while an append is in doubt. */
const furthest = 4_096

/** Somebody waits for this, and has waited for the append before. */
const within = 1_000

/** Looks in the stream whether an append of unknown outcome was stored, whole and in order. */
export async function findAppend(
  parts: EventStoreContext,
  { stream, events, expected }: AppendRequest,
): Promise<FoundAppend> {
  const ids = events.map(({ id }) => id.toLowerCase())
  const { connection } = parts
  try {
    if (expected === 'any')
      return await find(
        receiveEvents(connection.readStream(stream, { newest: furthest }), parts, within),
        ids.reverse(),
      )
    const from = BigInt(expected === 'none' ? 0 : expected + 1)
    return await compare(receiveEvents(connection.readStream(stream, { from }), parts, within), ids)
  } catch (error) {
    if (isMissingOrRemoved(error)) return { lastRevision: -1 }
    throw error
  }
}

/** From the newest back: the last of our events, and then all others without anything in between. */
async function find(newestFirst: AsyncIterable<ResolvedEvent>, ids: readonly string[]): Promise<FoundAppend> {
  let last = -1
  let appended: AppendResult | undefined
  let found = 0
  for await (const resolved of newestFirst) {
    const revision = Number(resolved.event?.revision)
    last = Math.max(last, revision)
    if (resolved.event?.id === ids[found]) {
      appended ??= { revision, position: positionOf(resolved) }
      if (++found === ids.length) return { result: appended, lastRevision: last }
    } else if (found > 0) break
  }
  return { lastRevision: last }
}

/** Where the events were to stand, there they are, or others, or none. */
async function compare(events: AsyncIterable<ResolvedEvent>, ids: readonly string[]): Promise<FoundAppend> {
  let last = -1
  let found = 0
  for await (const resolved of events) {
    last = Number(resolved.event?.revision)
    if (resolved.event?.id !== ids[found]) break
    if (++found === ids.length)
      return { result: { revision: last, position: positionOf(resolved) }, lastRevision: last }
  }
  return { lastRevision: last }
}
