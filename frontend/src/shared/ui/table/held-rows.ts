// What a table shows while pointer or focus is inside: the rows of before (frozen), compared with the latest ones.

/** Returns a function that counts the rows that are new, changed or removed. */
export const countChangedRows =
  <Row>(idOf: (row: Row) => string) =>
  (frozen: readonly Row[], latest: readonly Row[]): number => {
    const frozenById = new Map(frozen.map((row) => [idOf(row), row]))
    const changedCount = latest.filter((row) => !isSameRow(frozenById.get(idOf(row)), row)).length
    return changedCount + Math.max(0, frozen.length - latest.length)
  }

/** Returns a function that counts the rows that are new or removed. */
export const countOtherRows =
  <Row>(idOf: (row: Row) => string) =>
  (frozen: readonly Row[], latest: readonly Row[]): number => {
    const [frozenIds, latestIds] = [new Set(frozen.map(idOf)), new Set(latest.map(idOf))]
    const addedCount = latest.filter((row) => !frozenIds.has(idOf(row))).length
    return addedCount + frozen.filter((row) => !latestIds.has(idOf(row))).length
  }

/** Returns the frozen rows, followed by the rows of a next page: it moves no row, so it is not held back. */
export function withNextPage<Row>(
  frozen: readonly Row[],
  latest: readonly Row[],
  idOf: (row: Row) => string,
): readonly Row[] {
  const last = frozen.at(-1)
  if (frozen === latest || last === undefined) return frozen
  const end = latest.findIndex((row) => idOf(row) === idOf(last))
  const frozenIds = new Set(frozen.map(idOf))
  const next = end < 0 ? [] : latest.slice(end + 1).filter((row) => !frozenIds.has(idOf(row)))
  return next.length === 0 ? frozen : [...frozen, ...next]
}

/** Returns the frozen rows with their latest content. */
export function inOrderOf<Row>(
  frozen: readonly Row[],
  latest: readonly Row[],
  idOf: (row: Row) => string,
): readonly Row[] {
  if (frozen === latest) return frozen
  const latestById = new Map(latest.map((row) => [idOf(row), row]))
  return frozen.map((row) => latestById.get(idOf(row)) ?? row)
}

/** Rows are plain data. A reload returns new objects for rows that have not changed. */
const isSameRow = (before: unknown, after: unknown): boolean =>
  before === after || JSON.stringify(before) === JSON.stringify(after)
