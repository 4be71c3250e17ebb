import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { useToday } from '../../shared/challenge/current-day.ts'
import { projectDayMarks } from '../../shared/challenge/day-marks.ts'
import { HeatStrip } from '../../shared/charts/days/heat-strip.tsx'
import { useSession } from '../../shared/session/session.ts'
import { CertificateLink } from '../../shared/submissions/certificate-link.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.ts'
import css from './my-projects.module.css'

/** The user's thirty days as slashes. */
export const ThirtyDays = ({ projects }: { projects: readonly ProjectCard[] }) => {
  const today = useToday()
  const wide = useWideLayout()
  const name = useSession(({ session }) => ('user' in session ? session.user.fullName : 'you'))
  return (
    <section className={wide ? css.panel : undefined} aria-label="Your thirty days">
      <HeatStrip days={projectDayMarks(projects, today)} size="xl" personName={name} table={wide} />
      <p className={css.legend}>
        <span>Day 1</span>
        {wide && <span>Each slash is a day. Taller means a better score, an outline waits for one.</span>}
        <span>Day 30</span>
      </p>
      <CertificateLink projects={projects} />
    </section>
  )
}
