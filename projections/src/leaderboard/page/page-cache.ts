// Keeps what was computed for a state of the leaderboard, such as encoded pages, for as long as the board does not change. The last values
// stay for when the board cannot be read: every page contains the time of its data, so that an old response can be recognised.

import { LRUCache } from 'lru-cache'
import { calendarDay } from '@thirty/contracts/challenge/calendar.ts'
import { entriesUpTo } from '@thirty/infra/entries-up-to.ts'

/** What the board contains at a time in milliseconds; see `boardState`. */
type BoardState = { content: string; now: number }

/** After a rebuild, or in another epoch, the same position may have other content. Totals of a day change at midnight. */
export const boardState = (
  { build, epoch, position, now }: { build: string; epoch: string; position: string; now: number },
  timeZone: string,
): BoardState => ({ content: [build, epoch, position, calendarDay(now, timeZone)].join(' '), now })

/** The value for a state of the board, and the last value that could be computed. */
type Entry<Value> = { state: BoardState; value: Promise<Value>; last: Value | undefined }

/** Totals of the last seven days change without an event, so even an unchanged board is read again after a minute. */
const maxAgeMs = 60_000

export function boardCache<Value>(maxEntries: number) {
  const entries = new LRUCache<string, Entry<Value>>(entriesUpTo(maxEntries))
  return {
    last: (key: string): Value | undefined => entries.get(key)?.last,
    /** Returns the value under a key, and computes it if there is none of this state. A failure is not kept. */
    findOrCompute: (key: string, state: BoardState, compute: () => Promise<Value>): Promise<Value> => {
      const known = entries.get(key)
      const isSame = known?.state.content === state.content && state.now - known.state.now <= maxAgeMs
      if (known !== undefined && isSame) return known.value
      const entry: Entry<Value> = { state, value: compute(), last: known?.last }
      entries.set(key, entry)
      entry.value.then(
        (value) => (entry.last = value),
        () => {
          if (entries.peek(key) !== entry) return
          if (known?.last === undefined) entries.delete(key)
          else entries.set(key, known)
        },
      )
      return entry.value
    },
  }
}
