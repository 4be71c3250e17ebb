// Which rows of a list are rendered: the first view at first, of a long list those near the viewport, and all while the page is being printed.

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { startTransition, useCallback, useEffect, useState, useSyncExternalStore } from 'react'

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
