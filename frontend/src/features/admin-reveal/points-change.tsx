import { ArrowRight } from 'lucide-react'
import { formatPoints } from '../../shared/format/format-points.ts'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import type { Standing } from './ceremony.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './points-change.module.css'

/** The points before and after, or only those after for a participant without a frozen place. */
export const PointsChange = ({ standing: { before, after } }: { standing: Standing }) => {
  if (!after) return null
  const now = formatPoints(after.points)
  if (!before) return t('adminReveal.points', { after: now })
  const then = formatPoints(before.points)
  return (
    <>
      <span className={css.change} aria-hidden="true">
        <span className={css.before}>{then}</span>
        <ArrowRight size="0.8em" />
        <strong>{now}</strong>
      </span>
      <VisuallyHidden>{t('adminReveal.pointsFromTo', { before: then, after: now })}</VisuallyHidden>
    </>
  )
}
