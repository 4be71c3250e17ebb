import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useState } from 'react'

/** Up to here all rows are on the page; a longer list keeps only those near the screen. */
const wholeUpTo = 120

export type VirtualRows = {
  /** Goes on the element that holds the rows; tells where in the page the list begins. */
  containerRef: (element: HTMLElement | null) => void
  /** Which rows to render. */
  startIndex: number
  endIndex: number
  /** Room that stands for the rows above and below, in px. */
  heightBefore: number
  heightAfter: number
  measure: ((element: Element | null) => void) | undefined
  scrollToIndex: (index: number) => void
}

/** The part of a list of `count` rows that is on or near the screen. `rowHeight` in px, of a closed row. */
export function useVirtualRows(count: number, rowHeight: number): VirtualRows {
  const [top, setTop] = useState(0)
  const long = count > wholeUpTo
  // Its methods answer differently over time, so nothing here may be memoised by a compiler; we have none.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: long,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: top,
    useFlushSync: false,
  })
  const place = useCallback((element: HTMLElement | null) => {
    if (element) setTop(element.getBoundingClientRect().top + window.scrollY)
  }, [])
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index, { align: 'center' })
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  if (!long || !first || !last) {
    return {
      containerRef: place,
      startIndex: 0,
      endIndex: long ? 0 : count,
      heightBefore: 0,
      heightAfter: long ? count * rowHeight : 0,
      measure: undefined,
      scrollToIndex: scrollTo,
    }
  }
  return {
    containerRef: place,
    startIndex: first.index,
    endIndex: last.index + 1,
    heightBefore: first.start - top,
    heightAfter: virtualizer.getTotalSize() - (last.end - top),
    measure: virtualizer.measureElement,
    scrollToIndex: scrollTo,
  }
}
