import { useRef, useState, useSyncExternalStore } from 'react'

type Held<T> = {
  latest: T
  /** Counts the changes between the frozen value and the latest one. */
  changes: (shown: T, latest: T) => number
}

const eventNames = ['pointerenter', 'pointerleave', 'focusin', 'focusout'] as const

/**
 * Keeps a list still while the user interacts with it. While pointer or focus is inside `ref`, `frozen` keeps its value
 * and `pendingCount` counts the changes since; leaving, or `release()`, applies them.
 */
export const useFreezeWhileInteracting = <T, E extends HTMLElement = HTMLDivElement>({
  latest,
  changes,
}: Held<T>) => {
  const [element, ref] = useState<E | null>(null)
  const inside = useInside(element)
  const [kept, setKept] = useState({ value: latest, inside })

  // Freezes the value that was on screen when the interaction began.
  if (inside !== kept.inside) setKept({ value: inside ? latest : kept.value, inside })
  const shown = inside && kept.inside ? kept.value : latest
  const held = {
    shown,
    waiting: shown === latest ? 0 : changes(shown, latest),
    show: () => setKept({ value: latest, inside }),
  }
  return [ref, held] as const
}

const useInside = (element: HTMLElement | null): boolean => {
  const inside = useRef({ pointer: false, focus: false })
  const subscribe = (changed: () => void) => {
    if (!element) return () => undefined
    const listen = (event: Event) => {
      if (event.type.startsWith('pointer')) inside.current.pointer = event.type === 'pointerenter'
      else inside.current.focus = event.type === 'focusin'
      changed()
    }
    for (const name of eventNames) element.addEventListener(name, listen)
    return () => {
      for (const name of eventNames) element.removeEventListener(name, listen)
    }
  }
  return useSyncExternalStore(subscribe, () => inside.current.pointer || inside.current.focus)
}
