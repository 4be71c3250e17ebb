import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BackwardBatch, BackwardRange } from '../../event-log.ts'
import type { LogEnd } from './log-end.ts'
import type { Reader } from './reader.ts'

/** Looking at this many events takes about a millisecond if few of them are wanted. */
const defaultBatch = 512

/** Reads the log backwards from the file. Yields to the event loop between batches. */
export async function* readBackwards(
  reader: Reader,
  logEnd: LogEnd,
  { before, types, batch = defaultBatch }: BackwardRange,
): AsyncGenerator<BackwardBatch> {
  const wanted = types === undefined ? null : ` ${types.join(' ')} `
  // Not beyond the last acknowledged event. The first position is 1, and positions have no gaps.
  const end = logEnd.position() + 1
  let position = before === undefined || before > end ? end : Number(before)
  while (position > 1) {
    const from = Math.max(1, position - batch)
    const events = reader.readBackwards(position, from, wanted)
    const scanned = position - from
    position = from
    yield { events, position: BigInt(position), scanned }
    if (position > 1) await nextTurn()
  }
}
