import { VisuallyHidden } from '../visually-hidden.tsx'
import { t } from '../../i18n/t.ts'
import css from './rank-change.module.css'

/** The ranks gained (positive) or lost (negative) since the start of the day. */
export const RankChange = ({ change }: { change: number }) => {
  if (change === 0)
    return (
      <span className={css.same}>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>{t('common.samePlace')}</VisuallyHidden>
      </span>
    )
  const isUp = change > 0
  return (
    <span className={isUp ? css.up : css.down}>
      <svg viewBox="0 0 10 9" width="9" height="8" aria-hidden="true">
        <path d={isUp ? 'M5 .6 9.6 8.4H.4z' : 'M5 8.4.4.6h9.2z'} fill="currentColor" />
      </svg>
      {t.rich(isUp ? 'ui.up' : 'ui.down', { count: Math.abs(change) })}
    </span>
  )
}
