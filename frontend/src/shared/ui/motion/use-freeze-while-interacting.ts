import { useRef, useState, useSyncExternalStore } from 'react'

type FreezeOptions<T> = {
  latest: T
  /** Counts the changes between the frozen value and the latest one. */
  countChanges: (frozen: T, latest: T) => number
}

const eventNames = ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const

/**
 * Keeps a list still while the user interacts with it. While pointer or focus is inside `ref`, `frozen` keeps its value
 * and `pendingCount` counts the changes since; leaving, or `release()`, applies them.
 * Returns `[ref, { frozen, pendingCount, release }]`.
 */
export const useFreezeWhileInteracting = <T, E extends HTMLElement = HTMLDivElement>({
  latest,
  countChanges,
}: FreezeOptions<T>) => {
  const [element, ref] = useState<E | null>(null)
  const isInside = useIsInside(element)
  const [kept, setKept] = useState({ value: latest, isInside })

  // Freezes the value that was on screen when the interaction began.
  if (isInside !== kept.isInside) setKept({ value: isInside ? latest : kept.value, isInside })
  const frozen = isInside && kept.isInside ? kept.value : latest
  const freeze = {
    frozen,
    pendingCount: frozen === latest ? 0 : countChanges(frozen, latest),
    release: () => setKept({ value: latest, isInside }),
  }
  return [ref, freeze] as const
}

const useIsInside = (element: HTMLElement | null): boolean => {
  const inside = useRef({ pointer: false, focus: false })
  const subscribe = (onChange: () => void) => {
    if (!element) return () => undefined
    const listen = (event: Event) => {
      if (event.type.startsWith('pointer')) inside.current.pointer = event.type === 'pointerenter'
      else inside.current.focus = event.type === 'focusin'
      onChange()
    }
    for (const name of eventNames) element.addEventListener(name, listen)
    return () => {
      for (const name of eventNames) element.removeEventListener(name, listen)
    }
  }
  return useSyncExternalStore(subscribe, () => inside.current.pointer || inside.current.focus)
}
