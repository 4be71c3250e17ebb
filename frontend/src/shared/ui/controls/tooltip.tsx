import { cloneElement, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { FocusEvent, PointerEvent, ReactElement, ReactNode } from 'react'
import type { TooltipPopup } from './tooltip-popup.tsx'

/** How long the pointer rests on the control until the text appears, in milliseconds. */
const delayMs = 400
/** How long the text stays when the pointer leaves, so that it can move onto the text, in milliseconds. */
const leaveMs = 150

/** Loaded the first time a tooltip appears. Without a connection there is none. */
const Popup = lazy(() =>
  import('./tooltip-popup.tsx').then(
    (module) => ({ default: module.TooltipPopup }),
    (): { default: typeof TooltipPopup } => ({ default: () => null }),
  ),
)

/** Returns functions that show and hide a text beside an element, and the text to render. */
export function useTooltip(text: ReactNode) {
  const [anchor, setAnchor] = useState<Element>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const change = useCallback((next: Element | undefined, afterMs = 0) => {
    clearTimeout(timer.current)
    if (afterMs === 0) setAnchor(next)
    else timer.current = setTimeout(() => setAnchor(next), afterMs)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    isShown: anchor !== undefined,
    show: change,
    hide: useCallback((afterMs?: number) => change(undefined, afterMs), [change]),
    popup: anchor && (
      <Suspense fallback={null}>
        <Popup
          anchor={anchor}
          onHide={() => change(undefined)}
          onPointerEnter={() => change(anchor)}
          onPointerLeave={() => change(undefined, leaveMs)}
        >
          {text}
        </Popup>
      </Suspense>
    ),
  }
}

/** Returns the handlers that show a tooltip while the pointer or the keyboard focus is on a control. */
export function useTooltipHandlers({ show, hide }: Pick<ReturnType<typeof useTooltip>, 'show' | 'hide'>) {
  const isPressed = useRef(false)
  return {
    onPointerEnter: ({ currentTarget, pointerType }: PointerEvent) =>
      pointerType !== 'touch' && show(currentTarget, delayMs),
    onPointerLeave: () => hide(leaveMs),
    onPointerDown: () => {
      isPressed.current = true
      hide()
    },
    onFocus: ({ currentTarget }: FocusEvent) => {
      if (!isPressed.current) show(currentTarget)
      isPressed.current = false
    },
    onBlur: () => {
      isPressed.current = false
      hide()
    },
  }
}

/** Shows a text beside a control while the pointer or the keyboard focus is on it. The control has its own accessible name. */
export const Tooltip = ({ text, children }: { text: string; children: ReactElement }) => {
  const tooltip = useTooltip(text)
  return (
    <>
      {cloneElement(children, useTooltipHandlers(tooltip))}
      {tooltip.popup}
    </>
  )
}
