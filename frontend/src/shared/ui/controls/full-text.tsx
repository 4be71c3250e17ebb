// A text that may be cut or shortened. The full text appears beside it while the pointer or the keyboard focus is on it, or on the link
// or button around it, and after a tap.

import { useEffect, useState, type ComponentProps, type PointerEvent, type ReactNode } from 'react'
import { useTooltip, useTooltipHandlers } from './tooltip.tsx'

type FullTextProps = ComponentProps<'time'> & {
  as?: 'span' | 'strong' | 'p' | 'time' | 'dd' | undefined
  /** The full text where the content is a short form of it. Without it, the content is the full text, which may be cut. */
  text?: ReactNode
  /** Whether the keyboard reaches it outside of a link or button. Not for the many rows of a list that open. */
  focusable?: boolean | undefined
}

export const FullText = ({ as = 'span', text, focusable = true, children, ...rest }: FullTextProps) => {
  // Safe because the listed elements have the same attributes, except for the date of `time`.
  const Element = as as 'time'
  const [element, ref] = useState<HTMLElement | null>(null)
  const isCut = useIsCut(element, children)
  const isShort = text !== undefined || isCut
  const tooltip = useTooltip(text ?? children)
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
