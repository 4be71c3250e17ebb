import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useState } from 'react'
import { usePrinting } from '../use-printing.ts'

/** Longer lists render only the rows near the viewport, except on paper. */
const maxRenderedRows = 120

export type VirtualRows = {
  /** Ref callback for the element that contains the rows; measures where the list begins. */
  containerRef: (element: HTMLElement | null) => void
  /** The rows to render: from `startIndex` up to, but not including, `endIndex`. */
  startIndex: number
  endIndex: number
  /** The height of the rows above and below that are not rendered, in px. */
  heightBefore: number
  heightAfter: number
  measure: ((element: Element | null) => void) | undefined
  scrollToIndex: (index: number) => void
}

/** Returns the part of a list of `count` rows that is in or near the viewport. `rowHeight` is the height of a closed row in px. */
export function useVirtualRows(count: number, rowHeight: number): VirtualRows {
  const [listTop, setListTop] = useState(0)
  const isPrinting = usePrinting()
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
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index, { align: 'center' })
  const items = virtualizer.getVirtualItems()
  const [first, last] = [items[0], items.at(-1)]
  if (!isVirtual || !first || !last) {
    return {
      containerRef,
      startIndex: 0,
      endIndex: isVirtual ? 0 : count,
      heightBefore: 0,
      heightAfter: isVirtual ? count * rowHeight : 0,
      measure: undefined,
      scrollToIndex: scrollTo,
    }
  }
  return {
    containerRef,
    startIndex: first.index,
    endIndex: last.index + 1,
    heightBefore: first.start - listTop,
    heightAfter: virtualizer.getTotalSize() - (last.end - listTop),
    measure: virtualizer.measureElement,
    scrollToIndex: scrollTo,
  }
}
