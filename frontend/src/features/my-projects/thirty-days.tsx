import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { useToday } from '../../shared/challenge/current-day.ts'
import { projectDayMarks } from '../../shared/challenge/day-marks.ts'
import { HeatStrip } from '../../shared/charts/days/heat-strip.tsx'
import { useSession } from '../../shared/session/session.ts'
import { CertificateLink } from '../../shared/submissions/certificate-link.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.ts'
import { t } from './messages/t.ts'
import css from './my-projects.module.css'

/** The user's thirty days as slashes. */
export const ThirtyDays = ({ projects }: { projects: readonly ProjectCard[] }) => {
  const today = useToday()
  const wide = useWideLayout()
  const name = useSession(({ session }) => ('user' in session ? session.user.fullName : t('you')))
  return (
    <section className={wide ? css.panel : undefined} aria-label={t('thirtyDays')}>
      <HeatStrip days={projectDayMarks(projects, today)} size="xl" personName={name} table={wide} />
      <p className={css.legend}>
        <span>{t('day', { day: 1 })}</span>
        {wide && <span>{t('stripLegend')}</span>}
        <span>{t('day', { day: 30 })}</span>
      </p>
      <CertificateLink projects={projects} />
    </section>
  )
}
