/** How many rows are looked up or imported at the same time. */
const concurrentRows = 16

/**
 * Runs a task for each row, a few at a time, and returns the results in the order of the rows. Throws the first error once no task runs
 * any more; starts no task after an error.
 */
export async function mapRows<Row, Result>(
  rows: readonly Row[],
  task: (row: Row) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = rows.entries()
  const failures: unknown[] = []
  const work = async () => {
    for (const [index, row] of waiting) {
      try {
        results[index] = await task(row)
      } catch (error) {
        failures.push(error)
      }
      if (failures.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: concurrentRows }, work))
  if (failures.length > 0) throw failures[0]
  return results
}
