// Marks of the challenge: the number of a day on a slanted panel, the difficulty of a day, a change of rank.

import { difficultyLevel } from '@thirty/contracts/briefs/challenge-briefs.ts'
import type { ReactNode } from 'react'
import { t } from '../../i18n/t.ts'
import hidden from '../../styles/visually-hidden.module.css'
import { VisuallyHidden } from '../visually-hidden.tsx'
import slanted from './day-badge.module.css'
import difficulty from './difficulty.module.css'
import rank from './rank-change.module.css'

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
  <span className={`${slanted.plate} ${slanted[tone]} ${slanted[size]}`}>
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

const labels = {
  Beginner: t('ui.beginner'),
  Intermediate: t('ui.intermediate'),
  Advanced: t('ui.advanced'),
}

/** The difficulty of a day: three rising slashes, of which as many are filled as the level says, and the label. */
export const Difficulty = ({ level }: { level: keyof typeof labels }) => {
  const filled = difficultyLevel(level)
  return (
    <span className={difficulty.difficulty}>
      <svg viewBox="0 0 20 14" width="20" height="14" aria-hidden="true" data-picture>
        <g transform="translate(0.5 13) skewX(-14)">
          {[5, 8.5, 12].map((height, index) => (
            <rect
              key={height}
              x={index * 5.6}
              y={-height}
              width="4"
              height={height}
              rx="0.8"
              className={index < filled ? difficulty.filled : difficulty.empty}
            />
          ))}
        </g>
      </svg>
      <span>{labels[level]}</span>
    </span>
  )
}

/** The ranks gained (positive) or lost (negative) since the start of the day. */
export const RankChange = ({ change }: { change: number }) => {
  if (change === 0)
    return (
      <span className={rank.same}>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>{t('common.samePlace')}</VisuallyHidden>
      </span>
    )
  const isUp = change > 0
  return (
    <span className={isUp ? rank.up : rank.down}>
      <svg viewBox="0 0 10 9" width="9" height="8" aria-hidden="true">
        <path d={isUp ? 'M5 .6 9.6 8.4H.4z' : 'M5 8.4.4.6h9.2z'} fill="currentColor" />
      </svg>
      {t.rich(isUp ? 'ui.up' : 'ui.down', { count: Math.abs(change) })}
    </span>
  )
}
