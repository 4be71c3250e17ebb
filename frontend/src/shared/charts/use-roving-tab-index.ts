import { useState } from 'react'
import type { KeyboardEvent } from 'react'

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

const target = (key: string, at: number, count: number): number | undefined => {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  return step === undefined ? undefined : Math.min(count - 1, Math.max(0, at + step))
}

/** Roving tabindex: one tab stop for many parts of a chart. Arrows, Home and End move between elements marked `data-stop`. */
export const useRovingTabIndex = (count: number, first: number) => {
  const [stop, setStop] = useState(first)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = target(event.key, stop, count)
    if (next === undefined) return
    event.preventDefault()
    setStop(next)
    event.currentTarget.querySelectorAll<SVGElement>('[data-stop]')[next]?.focus()
  }
  return {
    onKeyDown,
    stopProps: (at: number) => ({
      'data-stop': '',
      tabIndex: at === stop ? 0 : -1,
      onFocus: () => setStop(at),
    }),
  }
}
