// Whether the page is being printed: lists that scroll are then rendered whole.

import { useSyncExternalStore } from 'react'

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
