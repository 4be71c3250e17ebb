/** Most events in a batch, unless asked for otherwise. */
export const defaultBatchSize = 512

const firstRows = 32

/** Characters of JSON that are read and parsed in about a millisecond. */
const target = 200_000

/** How many rows to read at once, so that the event loop is not held up, be the events small or large. */
export function adaptiveBatchSize(most: number) {
  let rows = Math.min(most, firstRows)
  return {
    rows: () => rows,
    /** The last `read` rows had so many characters. */
    learn(read: number, characters: number) {
      const fitting = Math.floor(target / (characters / Math.max(read, 1) + 1))
      rows = Math.max(1, Math.min(most, fitting))
    },
  }
}
