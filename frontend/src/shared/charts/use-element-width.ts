import { useLayoutEffect, useState } from 'react'

/** `[ref, width]`: the ref for a picture's place and the px that it offers. `first` is drawn until that is known. */
export const useElementWidth = <E extends HTMLElement = HTMLDivElement>(first: number) => {
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
  return [ref, width] as const
}
