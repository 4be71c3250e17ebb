import type { ReactNode } from 'react'
import hidden from '../visually-hidden.module.css'
import { t } from '../../i18n/t.ts'
import css from './day-badge.module.css'

type SlantedBadgeAppearance = {
  tone?: 'plain' | 'today' | 'primary'
  size?: 'small' | 'medium' | 'large' | undefined
}

/** Upright text on a slanted panel. */
export const SlantedBadge = ({
  tone = 'plain',
  size = 'medium',
  children,
}: SlantedBadgeAppearance & { children: ReactNode }) => (
  <span className={`${css.plate} ${css[tone]} ${css[size]}`}>
    <span>{children}</span>
  </span>
)

type DayBadgeProps = Pick<SlantedBadgeAppearance, 'size'> & {
  day: number
  /** Marigold, which is reserved for today. */
  today?: boolean | undefined
  /** The total number of days, shown as "Day 19 of 30". */
  of?: number | undefined
  /** Shows the number only; screen readers still read "Day". */
  short?: boolean | undefined
}

/** The number of a day on a slanted panel. */
export const DayBadge = ({ day, today = false, of, short = false, size }: DayBadgeProps) => {
  const label = (text: ReactNode) => <span className={short ? hidden.visuallyHidden : undefined}>{text}</span>
  return (
    <SlantedBadge tone={today ? 'today' : 'plain'} size={size}>
      {of === undefined ? t.rich('ui.day', { day, label }) : t.rich('ui.dayOf', { day, total: of, label })}
    </SlantedBadge>
  )
}
