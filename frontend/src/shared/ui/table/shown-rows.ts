// Which rows a table shows: while pointer or focus is inside, the rows of before (frozen), compared with the latest ones. And which of them
// are rendered: the first view at first, of a long list the rows near the viewport, and all while the page is being printed.

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { startTransition, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
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
function withNextPage<Row>(...[frozen, latest, idOf]: Parameters<CountChanges<Row>>): readonly Row[] {
  const last = frozen.at(-1)
  if (frozen === latest || last === undefined) return frozen
  const end = latest.findIndex((row) => idOf(row) === idOf(last))
  const frozenIds = new Set(frozen.map(idOf))
  const next = end < 0 ? [] : latest.slice(end + 1).filter((row) => !frozenIds.has(idOf(row)))
  return next.length === 0 ? frozen : [...frozen, ...next]
}

/** Returns the frozen rows with their latest content. */
function inOrderOf<Row>(...[frozen, latest, idOf]: Parameters<CountChanges<Row>>): readonly Row[] {
  if (frozen === latest) return frozen
  const latestById = new Map(latest.map((row) => [idOf(row), row]))
  return frozen.map((row) => latestById.get(idOf(row)) ?? row)
}

/** Rows are plain data. A reload returns new objects for rows that have not changed. */
const isSameRow = (before: unknown, after: unknown): boolean =>
  before === after || JSON.stringify(before) === JSON.stringify(after)

/** Longer lists render only the rows near the viewport, except on paper. */
const maxRenderedRows = 120

/** About what a phone shows of a list below the heading of its screen, in px. */
const heightOfFirstView = 600

/**
 * Returns the part of a list of `total` rows that is in or near the viewport: the rows from `startIndex` up to, but not including,
 * `endIndex`, and the height of those before and after it in px. `containerRef` is for the element that contains the rows, `measure` for
 * each row, and `rowHeight` is the height of a closed row in px.
 */
export function useVirtualRows(total: number, rowHeight: number) {
  const [listTop, setListTop] = useState(0)
  const isPrinting = usePrinting()
  // The rows of the first view come first. The others follow in steps that do not block the page, each for as many rows as are there.
  const [stepCount, setStepCount] = useState(Math.ceil(heightOfFirstView / rowHeight))
  useEffect(() => {
    if (stepCount < total) startTransition(() => setStepCount(Math.min(2 * stepCount, total)))
  }, [stepCount, total])
  const count = isPrinting ? total : Math.min(total, stepCount)
  const heightOfOthers = (total - count) * rowHeight
  const isVirtual = count > maxRenderedRows && !isPrinting
  // oxlint-disable-next-line react/incompatible-library -- The rule is for the React Compiler, which the build does not use.
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: isVirtual,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: listTop,
    useFlushSync: false,
  })
  const containerRef = useCallback(
    (element: HTMLElement | null) => {
      // Measuring makes the browser compute the layout at once, so a short list is not measured.
      if (element && isVirtual) setListTop(element.getBoundingClientRect().top + window.scrollY)
    },
    [isVirtual],
  )
  const scrollToIndex = (index: number) => virtualizer.scrollToIndex(index, { align: 'center' })
  const common = { containerRef, scrollToIndex, measure: isVirtual ? virtualizer.measureElement : undefined }
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  if (!isVirtual)
    return { ...common, startIndex: 0, endIndex: count, heightBefore: 0, heightAfter: heightOfOthers }
  if (!first || !last)
    return { ...common, startIndex: 0, endIndex: 0, heightBefore: 0, heightAfter: total * rowHeight }
  return {
    ...common,
    startIndex: first.index,
    endIndex: last.index + 1,
    heightBefore: first.start - listTop,
    heightAfter: virtualizer.getTotalSize() - (last.end - listTop) + heightOfOthers,
  }
}

let isPrinting = false

function subscribe(onChange: () => void): () => void {
  const gone = new AbortController()
  const printQuery = matchMedia('print')
  const follow = (target: EventTarget, event: string, isNow: () => boolean) => {
    const update = () => {
      isPrinting = isNow()
      onChange()
    }
    target.addEventListener(event, update, { signal: gone.signal })
  }
  // Not all browsers report both, and the page must be complete before its layout for paper is made.
  follow(window, 'beforeprint', () => true)
  follow(window, 'afterprint', () => false)
  follow(printQuery, 'change', () => printQuery.matches)
  return () => gone.abort()
}

/** Returns whether the page is being printed: paper shows what a window would scroll to. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  )
