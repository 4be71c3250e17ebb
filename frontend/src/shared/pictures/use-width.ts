import { useLayoutEffect, useState } from 'react'

/** The width in px that a picture's place offers, and the ref for that place. `first` is drawn until it is known. */
export const useWidth = <E extends HTMLElement = HTMLDivElement>(first: number) => {
  const [element, ref] = useState<E | null>(null)
  const [width, setWidth] = useState(first)
  useLayoutEffect(() => {
    if (!element) return
    const measure = () => element.clientWidth > 0 && setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return { ref, width }
}
