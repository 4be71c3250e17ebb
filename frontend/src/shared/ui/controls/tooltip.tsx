// Texts beside an element: the tooltip of a control, and the full text of one that may be cut or shortened.

import { cloneElement, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { ComponentProps, FocusEvent, PointerEvent, ReactElement, ReactNode } from 'react'
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
function useTooltip(text: ReactNode) {
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
function useTooltipHandlers({ show, hide }: Pick<ReturnType<typeof useTooltip>, 'show' | 'hide'>) {
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

type FullTextProps = ComponentProps<'time'> & {
  as?: 'span' | 'strong' | 'p' | 'time' | 'dd' | undefined
  /** The full text. Without a short form of it as the content, it is the content, which may be cut. */
  text: ReactNode
  /** Whether the keyboard reaches it outside of a link or button. Not for the many rows of a list that open. */
  focusable?: boolean | undefined
}

/**
 * A text that may be cut or shortened. The full text appears beside it while the pointer or the keyboard focus is on it, or on the link
 * or button around it, and after a tap.
 */
export const FullText = ({ as = 'span', text, focusable = true, ...rest }: FullTextProps) => {
  const { children = text } = rest
  // Safe because the listed elements have the same attributes, except for the date of `time`.
  const Element = as as 'time'
  const [element, ref] = useState<HTMLElement | null>(null)
  const isCut = useIsCut(element, children)
  const isShort = children !== text || isCut
  const tooltip = useTooltip(text)
  const handlers = useTooltipHandlers(tooltip)
  const { isShown, show, hide } = tooltip

  const control = element?.closest('a, button')
  useEffect(() => {
    if (!element || !control || !isShort) return
    const gone = new AbortController()
    const { signal } = gone
    control.addEventListener('focus', () => control.matches(':focus-visible') && show(element), { signal })
    control.addEventListener('blur', () => hide(), { signal })
    return () => gone.abort()
  }, [element, control, isShort, show, hide])

  const toggleByTap = (event: PointerEvent) => {
    if (event.pointerType !== 'touch' || control) return
    if (isShown) hide()
    else show(event.currentTarget)
  }
  const interaction = isShort && {
    ...handlers,
    onPointerUp: toggleByTap,
    // The keyboard has no other way to the full text. A time says what matters, and a list would have a stop for each.
    tabIndex: focusable && as !== 'time' && element && !control ? 0 : undefined,
  }
  return (
    <>
      <Element {...rest} ref={ref} {...interaction}>
        {children}
      </Element>
      {tooltip.popup}
    </>
  )
}

/** Whether the content of an element is wider than the element. */
function useIsCut(element: HTMLElement | null, content: unknown): boolean {
  const [isCut, setIsCut] = useState(false)
  useEffect(() => {
    if (!element) return
    const measure = () => setIsCut(element.scrollWidth > element.clientWidth)
    measures.set(element, measure)
    observer().observe(element)
    return () => {
      measures.delete(element)
      observer().unobserve(element)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another text can be cut in the same space
  }, [element, content])
  return isCut
}

const measures = new Map<Element, () => void>()
/** One observer for all texts. It measures after the layout, so a list of many texts is laid out once. */
let sharedObserver: ResizeObserver | undefined
const observer = () =>
  (sharedObserver ??= new ResizeObserver((entries) => {
    for (const { target } of entries) measures.get(target)?.()
  }))
