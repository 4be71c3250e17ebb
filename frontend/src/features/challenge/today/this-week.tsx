// The days around the current one, each with a link to its brief.

import type { OwnDay } from '@thirty/contracts/challenge/api.ts'
import { challengeBriefs } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { CircleCheck, Lock } from 'lucide-react'
import { Link } from '../../../shared/navigation/router.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { SectionCard } from '../../../shared/ui/display/card.tsx'
import { DayBadge } from '../../../shared/ui/display/day-badge.tsx'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from './today.module.css'

const dayCount = 5

type ThisWeekProps = {
  /** The day whose brief is shown. */
  shown: number
  /** Undefined until they are loaded. */
  ownDays: readonly OwnDay[] | undefined
}

export const ThisWeek = ({ shown, ownDays }: ThisWeekProps) => {
  const { day: today, totalDays } = useCurrentDay()
  const first = Math.min(Math.max(1, today - 2), totalDays - dayCount + 1)
  return (
    <SectionCard title={t('dailyChallenge.thisWeek')} padding="medium">
      <ol className={css.days}>
        {challengeBriefs.slice(first - 1, first - 1 + dayCount).map(({ day, title }) => (
          <li key={day}>
            <Link to={paths.briefOfDay(day)} aria-current={day === shown ? 'true' : undefined}>
              <DayBadge day={day} today={day === today} short />
              <span>{title}</span>
              <DayState day={day} own={ownDays?.find((own) => own.day === day)} />
            </Link>
          </li>
        ))}
      </ol>
    </SectionCard>
  )
}

const DayState = ({ day, own }: { day: number; own: OwnDay | undefined }) => {
  const { day: today, started } = useCurrentDay()
  if (own !== undefined && (own.completedAt !== null || isSubmitted(own)))
    return (
      <>
        <CircleCheck size={18} className={css.isDone} />
        <VisuallyHidden>
          {own.completedAt === null ? t('dailyChallenge.submitted') : t('common.completed')}
        </VisuallyHidden>
      </>
    )
  if (day === today) return <em>{t('common.today')}</em>
  if (!started || day < today) return null
  return (
    <>
      <Lock size={16} />
      <VisuallyHidden>{t('common.opensOnDay', { day })}</VisuallyHidden>
    </>
  )
}

const isSubmitted = ({ project }: OwnDay): boolean => project !== null && project.status !== 'rejected'
