import { Flame } from 'lucide-react'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { t } from '../../i18n/t.ts'
import css from './streak.module.css'

/** The days of a streak; the flame is filled from seven days on. */
export const Streak = ({ days }: { days: number }) => (
  <span className={css.streak} data-long={days >= 7 || undefined}>
    <Flame size={17} strokeWidth={1.9} className={css.flame} />
    <span className={css.number}>{days}</span>
    <VisuallyHidden> {t('ui.daysInARow', { days })}</VisuallyHidden>
  </span>
)
