import type { ResolvedEvent } from '@eventstore/db-client'
import type { Appended } from '../event-log.ts'
import type { Append } from './append.ts'
import { arrivals, isGone } from './reading.ts'
import { positionOf } from './record.ts'
import type { Parts } from './tries.ts'

/** Where the events stand, if they are there; `last` is the newest revision that was seen, -1 for none. */
export type Found = { appended?: Appended; last: number }

/** Nobody writes more to one stream while an append is in doubt. */
const furthest = 4_096

/** Somebody waits for this, and has waited for the append before. */
const within = 1_000

/** Looks in the stream whether an append of unknown outcome was stored, whole and in order. */
export async function lookBack(parts: Parts, { stream, events, expected }: Append): Promise<Found> {
  const ids = events.map(({ id }) => id.toLowerCase())
  const { connection } = parts
  try {
    if (expected === 'any')
      return await find(
        arrivals(connection.stream(stream, { newest: furthest }), parts, within),
        ids.reverse(),
      )
    const from = BigInt(expected === 'none' ? 0 : expected + 1)
    return await compare(arrivals(connection.stream(stream, { from }), parts, within), ids)
  } catch (error) {
    if (isGone(error)) return { last: -1 }
    throw error
  }
}

/** From the newest back: the last of our events, and then all others without anything in between. */
async function find(newestFirst: AsyncIterable<ResolvedEvent>, ids: readonly string[]): Promise<Found> {
  let last = -1
  let appended: Appended | undefined
  let found = 0
  for await (const resolved of newestFirst) {
    const revision = Number(resolved.event?.revision)
    last = Math.max(last, revision)
    if (resolved.event?.id === ids[found]) {
      appended ??= { revision, position: positionOf(resolved) }
      if (++found === ids.length) return { appended, last }
    } else if (found > 0) break
  }
  return { last }
}

/** Where the events were to stand, there they are, or others, or none. */
async function compare(events: AsyncIterable<ResolvedEvent>, ids: readonly string[]): Promise<Found> {
  let last = -1
  let found = 0
  for await (const resolved of events) {
    last = Number(resolved.event?.revision)
    if (resolved.event?.id !== ids[found]) break
    if (++found === ids.length) return { appended: { revision: last, position: positionOf(resolved) }, last }
  }
  return { last }
}
