// Makes the parts of a chart one tab stop (roving tabindex).

import { useState, type KeyboardEvent } from 'react'

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

const indexAfterKey = (key: string, index: number, count: number): number | undefined => {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  return step === undefined ? undefined : Math.min(count - 1, Math.max(0, index + step))
}

/**
 * Spread `stopProps(index)` on each part and put `onKeyDown` on an element around them: arrow keys, Home and End move the focus between
 * the parts.
 */
export const useRovingTabIndex = (count: number, initialIndex: number) => {
  const [focusedIndex, setFocusedIndex] = useState(initialIndex)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = indexAfterKey(event.key, focusedIndex, count)
    if (next === undefined) return
    event.preventDefault()
    setFocusedIndex(next)
    event.currentTarget.querySelectorAll<SVGElement>('[data-stop]')[next]?.focus()
  }
  return {
    onKeyDown,
    stopProps: (index: number) => ({
      'data-stop': '',
      tabIndex: index === focusedIndex ? 0 : -1,
      onFocus: () => setFocusedIndex(index),
    }),
  }
}
