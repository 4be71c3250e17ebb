import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { useToday } from '../../shared/challenge/current-day.ts'
import { projectDayMarks } from '../../shared/challenge/day-marks.ts'
import { HeatStrip } from '../../shared/charts/days/heat-strip.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './user-projects-screen.module.css'

/** As high as the days, so that nothing moves when they are there. */
export const UserDaysOutline = () => (
  <span className={css.days}>
    <Skeleton shape="strip" height="60px" />
  </span>
)

/** The thirty days of the user as slashes. */
export const UserDays = ({ projects }: { projects: readonly ProjectCard[] }) => {
  const today = useToday()
  return (
    <section className={css.days} aria-label={t('adminUserProjects.daysOfUser')}>
      <HeatStrip
        days={projectDayMarks(projects, today)}
        size="l"
        personName={projects[0]?.user.fullName ?? ''}
        table={false}
      />
      <p className={layout.scale}>
        <span>{t('adminUserProjects.firstDay')}</span>
        <span>{t('adminUserProjects.lastDay')}</span>
      </p>
    </section>
  )
}
