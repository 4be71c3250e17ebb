import { useEffect, useRef } from 'react'
import { prefersReducedMotion } from '../motion/reduced-motion.ts'
import { formatNumber } from '../../i18n/locale.ts'

type CountingNumberProps = { value: number; format?: (value: number) => string }

const durationMs = 480
const formatInteger = (value: number) => formatNumber(Math.round(value))

/** A number that counts from its previous value to the new one. With reduced motion it changes at once. */
export const CountingNumber = ({ value, format = formatInteger }: CountingNumberProps) => {
  const element = useRef<HTMLSpanElement>(null)
  const previousValue = useRef(value)
  useEffect(() => {
    const from = previousValue.current
    previousValue.current = value
    if (from === value || prefersReducedMotion()) return
    let frame = 0
    const start = performance.now()
    const step = (now: number) => {
      const progress = Math.min(1, (now - start) / durationMs)
      const eased = 1 - (1 - progress) ** 3
      if (element.current) element.current.textContent = format(from + (value - from) * eased)
      if (progress < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value, format])
  return <span ref={element}>{format(value)}</span>
}
