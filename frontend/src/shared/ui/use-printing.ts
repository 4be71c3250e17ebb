// Whether the page is being printed: lists that scroll are then rendered whole.

import { useSyncExternalStore } from 'react'

let isPrinting = false

function subscribe(onChange: () => void): () => void {
  const printQuery = matchMedia('print')
  const set = (next: boolean) => {
    isPrinting = next
    onChange()
  }
  const begin = () => set(true)
  const end = () => set(false)
  const follow = () => set(printQuery.matches)
  // Not all browsers report both, and the page must be complete before its layout for paper is made.
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  printQuery.addEventListener('change', follow)
  return () => {
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
    printQuery.removeEventListener('change', follow)
  }
}

/** Returns whether the page is being printed: paper shows what a window would scroll to. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrinting,
    () => false,
  )
