import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Batch, Subscription } from '../event-log.ts'
import type { Reader, Slice } from './reader.ts'
import { pace, usualBatch } from './pace.ts'
import { startsWithOneOf } from '../stream-prefixes.ts'
import { eventOf } from './tail.ts'
import type { LiveTail } from './tail.ts'

/** Catches up from the file, then follows the tail in memory; back to the file whenever it falls behind. */
export async function* follow(
  reader: Reader,
  tail: LiveTail,
  subscription: Subscription,
  isClosed: () => boolean,
): AsyncGenerator<Batch> {
  const { signal, batch = usualBatch } = subscription
  const wanted = startsWithOneOf(subscription.streams)
  const size = pace(batch)
  let position = Number(subscription.after)
  let told = false
  const ended = () => signal?.aborted === true || isClosed()

  function nextSlice(): Slice {
    const recent = tail.after(position, batch)
    if (recent === undefined) {
      const slice = reader.log(position, tail.head(), size.rows(), wanted)
      size.learn(slice.rows, slice.characters)
      return slice
    }
    const events = recent.filter(({ stream }) => wanted(stream)).map(eventOf)
    return { events, position: recent.at(-1)?.position ?? position, rows: recent.length, characters: 0 }
  }

  signal?.addEventListener('abort', tail.wake)
  tail.follow()
  try {
    while (!ended()) {
      if (position >= tail.head()) {
        if (told) await tail.change()
        else yield { events: [], position: BigInt(position), live: (told = true) }
        continue
      }
      const slice = nextSlice()
      position = slice.position
      const live = position >= tail.head()
      told ||= live
      yield { events: slice.events, position: BigInt(position), live }
      if (!live) await nextTurn()
    }
  } finally {
    signal?.removeEventListener('abort', tail.wake)
    tail.unfollow()
  }
}
