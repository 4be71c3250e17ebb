// What a table shows while pointer or focus is inside: the rows of before (frozen), compared with the latest ones.

import { useMemo } from 'react'
import { useFreezeWhileInteracting } from '../motion/use-freeze-while-interacting.ts'

/** Counts the changes that are held back. */
export type CountChanges<Row> = (
  frozen: readonly Row[],
  latest: readonly Row[],
  idOf: (row: Row) => string,
) => number

/**
 * Freezes the rows while the user interacts with the list, or only which there are and their order. Returns the rows to show, and what
 * `useFreezeWhileInteracting` returns. `idOf` is a stable function.
 */
export function useHeldRows<Row>(
  latest: readonly Row[],
  idOf: (row: Row) => string,
  holds: 'rows' | 'order',
  countChanges: CountChanges<Row> = holds === 'order' ? countOtherRows : countChangedRows,
) {
  const [ref, { frozen, pendingCount, release }] = useFreezeWhileInteracting(latest, (before, current) =>
    countChanges(withNextPage(before, current, idOf), current, idOf),
  )
  const rows = useMemo(() => {
    const held = withNextPage(frozen, latest, idOf)
    return holds === 'order' ? inOrderOf(held, latest, idOf) : held
  }, [frozen, latest, idOf, holds])
  return { ref, rows, pendingCount, release }
}

/** Counts the rows that are new, changed or removed. */
function countChangedRows<Row>(...[frozen, latest, idOf]: Parameters<CountChanges<Row>>): number {
  const frozenById = new Map(frozen.map((row) => [idOf(row), row]))
  const changedCount = latest.filter((row) => !isSameRow(frozenById.get(idOf(row)), row)).length
  return changedCount + Math.max(0, frozen.length - latest.length)
}

/** Counts the rows that are new or removed. */
function countOtherRows<Row>(...[frozen, latest, idOf]: Parameters<CountChanges<Row>>): number {
  const [frozenIds, latestIds] = [new Set(frozen.map(idOf)), new Set(latest.map(idOf))]
  const addedCount = latest.filter((row) => !frozenIds.has(idOf(row))).length
  return addedCount + frozen.filter((row) => !latestIds.has(idOf(row))).length
}

/** Returns the frozen rows, followed by the rows of a next page: it moves no row, so it is not held back. */
function withNextPage<Row>(
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
function inOrderOf<Row>(
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
