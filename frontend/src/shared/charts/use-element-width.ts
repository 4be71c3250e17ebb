import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Returns a ref callback for a container and its width in px; `initialWidth` until the container has a layout. The observer reports the
 * width after the browser's own layout and before the paint. Reading it earlier would compute the layout twice.
 */
export const useElementWidth = <E extends HTMLElement = HTMLDivElement>(initialWidth: number) => {
  const [width, setWidth] = useState(initialWidth)
  const ref = useCallback((element: E | null) => {
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) flushSync(() => setWidth(element.clientWidth))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}
