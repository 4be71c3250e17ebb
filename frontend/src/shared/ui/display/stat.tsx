// A figure with its label and, if given, a small chart of its past values; `StatCard`, a card of one; `CountingNumber`, a figure that counts to
// its new value; and the short form of large numbers on phones.

import { useEffect, useRef, type ReactNode } from 'react'
import { Card } from './surfaces.tsx'
import { FullText } from '../controls/tooltip.tsx'
import { prefersReducedMotion } from '../motion/reduced-motion.ts'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { formatNumber, t } from '../../i18n/t.ts'
import css from './stat.module.css'

type StatProps = {
  label: string
  /** At the end of the line of the label. */
  icon?: ReactNode
  /** Numbers are animated when they change; text is not. Undefined if it could not be loaded. */
  value: number | ReactNode
  /** One line that explains the number. */
  context?: ReactNode
  /** Small text after the number, such as "of 128". */
  unit?: ReactNode
  /** Past values up to now, drawn as slashes with the last one marigold. */
  history?: readonly number[] | undefined
}

export const Stat = ({ label, icon, value, context, unit, history }: StatProps) => (
  <div className={css.stat}>
    <p className={css.label}>
      {label}
      {icon}
    </p>
    {value === undefined ? (
      <p className={css.missing}>{t('common.notAvailable')}</p>
    ) : (
      <p className={css.value}>
        {typeof value === 'number' ? <StatNumber value={value} /> : <span>{value}</span>}
        {unit && <span className={css.unit}> {unit}</span>}
      </p>
    )}
    {context && value !== undefined && <p className={css.context}>{context}</p>}
    {history && value !== undefined && <History values={history} />}
  </div>
)

/** Above 99,999 a phone shows the short form; screen readers read the full number. */
const StatNumber = ({ value }: { value: number }) => {
  const short = abbreviateNumber(value)
  if (!short) return <CountingNumber value={value} />
  return (
    <>
      <span className={css.long}>
        <CountingNumber value={value} />
      </span>
      <FullText className={css.short} text={formatNumber(value)}>
        <span aria-hidden="true">{short}</span>
        <VisuallyHidden>{formatNumber(value)}</VisuallyHidden>
      </FullText>
    </>
  )
}

/** Abbreviates a number above 99,999 ("164k", "1.2M"); returns undefined for smaller ones. */
export const abbreviateNumber = (value: number): string | undefined => {
  if (Math.abs(value) <= 99_999) return undefined
  if (Math.abs(value) < 999_500)
    return t('format.thousands', { count: formatNumber(Math.round(value / 1000)) })
  return t('format.millions', {
    count: formatNumber(value / 1_000_000, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  })
}

const History = ({ values }: { values: readonly number[] }) => {
  const max = Math.max(...values, 1)
  return (
    <svg
      viewBox={`0 0 ${values.length * 8 + 7} 26`}
      width={values.length * 8 + 7}
      height="26"
      aria-hidden="true"
      className={css.history}
    >
      <g transform="translate(0 26) skewX(-14)">
        {values.map((value, index) => {
          const height = Math.max(2, (value / max) * 26)
          return <rect key={index} x={index * 8} y={-height} width="6" height={height} rx="1.2" />
        })}
      </g>
    </svg>
  )
}

/** `children`: below the figure. */
export const StatCard = ({ children, ...stat }: StatProps & { children?: ReactNode }) => (
  <Card>
    <Stat {...stat} />
    {children}
  </Card>
)

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
