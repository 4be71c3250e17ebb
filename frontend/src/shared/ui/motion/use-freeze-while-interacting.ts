// Holds back changes of a list, such as new or moved rows, while pointer or focus is inside, so that nobody presses the wrong row.

import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { afterFocusLeft } from '../after-press.ts'

/**
 * Freezes a list while the user interacts with it. While pointer or focus is inside `ref`, `frozen` keeps its value and
 * `pendingCount` counts the changes since. They are applied when both leave, or by `release()`.
 * Returns `[ref, { frozen, pendingCount, release }]`.
 */
export const useFreezeWhileInteracting = <T, E extends HTMLElement = HTMLDivElement>(
  latest: T,
  /** Counts the changes between the frozen value and the latest one. */
  countChanges: (frozen: T, latest: T) => number,
) => {
  const [element, ref] = useState<E | null>(null)
  const isInside = useIsInside(element)
  const [snapshot, setSnapshot] = useState({ value: latest, isInside })

  // Keeps the value that was on screen when the interaction began.
  if (isInside !== snapshot.isInside) setSnapshot({ value: isInside ? latest : snapshot.value, isInside })
  const frozen = isInside && snapshot.isInside ? snapshot.value : latest
  const pendingCount = useMemo(
    () => (frozen === latest ? 0 : countChanges(frozen, latest)),
    // oxlint-disable-next-line react/exhaustive-deps -- `countChanges` is a new function that does the same on every render
    [frozen, latest],
  )
  const release = () => setSnapshot({ value: latest, isInside })
  return [ref, { frozen, pendingCount, release }] as const
}

const useIsInside = (element: HTMLElement | null): boolean => {
  const inside = useRef({ pointer: false, focus: false })
  const subscribe = (onChange: () => void) => {
    if (!element) return () => undefined
    const change = (next: Partial<typeof inside.current>) => {
      Object.assign(inside.current, next)
      onChange()
    }
    const gone = new AbortController()
    const on = { signal: gone.signal }
    element.addEventListener('pointerenter', () => change({ pointer: true }), on)
    element.addEventListener('pointerleave', () => change({ pointer: false }), on)
    element.addEventListener('focusin', () => change({ focus: true }), on)
    element.addEventListener('focusout', (event) => afterFocusLeft(event, () => change({ focus: false })), on)
    return () => gone.abort()
  }
  return useSyncExternalStore(
    subscribe,
    () => inside.current.pointer || inside.current.focus,
    () => false,
  )
}
