import { useLayoutEffect, useState } from 'react'

/** Returns a ref for a container and its width in px; `initialWidth` until it is measured. */
export const useElementWidth = <E extends HTMLElement = HTMLDivElement>(initialWidth: number) => {
  const [element, ref] = useState<E | null>(null)
  const [width, setWidth] = useState(initialWidth)
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => element.clientWidth > 0 && setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [ref, width] as const
}
