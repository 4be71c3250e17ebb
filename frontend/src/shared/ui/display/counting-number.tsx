import { useEffect, useRef } from 'react'
import { prefersReducedMotion } from '../motion/reduced-motion.ts'

type CountingNumberProps = { value: number; format?: (value: number) => string }

const slow = 480
const plain = (value: number) => Math.round(value).toLocaleString('en')

/** A number that counts from its previous value to the new one; with reduced motion it changes at once. */
export const CountingNumber = ({ value, format = plain }: CountingNumberProps) => {
  const element = useRef<HTMLSpanElement>(null)
  const last = useRef(value)
  useEffect(() => {
    const from = last.current
    last.current = value
    if (from === value || prefersReducedMotion()) return
    let frame = 0
    const start = performance.now()
    const step = (now: number) => {
      const passed = Math.min(1, (now - start) / slow)
      const eased = 1 - (1 - passed) ** 3
      if (element.current) element.current.textContent = format(from + (value - from) * eased)
      if (passed < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value, format])
  return <span ref={element}>{format(value)}</span>
}
