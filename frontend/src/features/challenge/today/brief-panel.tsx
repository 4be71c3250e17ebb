// The brief of a day, with what to do next.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { ChallengeBrief } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { BookOpen, Plus } from 'lucide-react'
import { paths } from '../../../shared/navigation/paths.ts'
import { useCurrentDay } from '../../../shared/challenge/current-day.ts'
import { plannedDays } from '../../../shared/challenge/day-marks.ts'
import { ThirtyBarsBackdrop } from '../../../shared/charts/days/thirty-bars-backdrop.tsx'
import { ProjectButtonLink } from '../../../shared/projects/project-link.tsx'
import { ButtonLink } from '../../../shared/ui/controls/button-link.tsx'
import { DayBadge } from '../../../shared/ui/display/day-badge.tsx'
import { Difficulty } from '../../../shared/ui/display/difficulty.tsx'
import { useWideLayout } from '../../../shared/ui/use-wide-layout.ts'
import { t } from '../../../shared/i18n/t.ts'
import layout from '../../../shared/styles/layout.module.css'
import css from './today.module.css'

type BriefPanelProps = {
  brief: ChallengeBrief
  /** The project of the day, if there is one; `unknown` until the user's projects are loaded. */
  project: ProjectCard | undefined | 'unknown'
}

export const BriefPanel = ({ brief, project }: BriefPanelProps) => {
  const wide = useWideLayout()
  const { day, isLoaded, started, ended } = useCurrentDay()
  const today = isLoaded ? day : 0
  const isOpen = isLoaded && (!started || brief.day <= today)
  return (
    <section className={css.plate} data-field>
      <div className={css.words}>
        <p className={css.head}>
          <DayBadge day={brief.day} today={brief.day === today} size="large" />
          <Difficulty level={brief.difficulty} />
        </p>
        <h2>{brief.title}</h2>
        <p className={css.text}>{brief.description}</p>
        {ended && <p className={css.closed}>{t('serverTexts.challengeEnded')}</p>}
        {isLoaded && !ended && !isOpen && (
          <p className={css.closed}>{t('common.opensOnDay', { day: brief.day })}</p>
        )}
        <p className={layout.cluster12}>
          {/* Until the user's projects are loaded, offer no form: the day may be submitted already. */}
          {!ended && isOpen && project !== 'unknown' && <DayAction day={brief.day} project={project} />}
          <ButtonLink to={paths.resources} kind="field-outline" icon={<BookOpen />}>
            {t('common.resources')}
          </ButtonLink>
        </p>
      </div>
      <ThirtyBarsBackdrop days={plannedDays(today)} height={wide ? 110 : 64} />
    </section>
  )
}

/** Submits the day or revises it; a day that is in has a link to its project instead. */
const DayAction = ({ day, project }: { day: number; project: ProjectCard | undefined }) => {
  if (project === undefined || project.status === 'rejected') {
    return (
      <ButtonLink to={paths.submitProjectForDay(day)} kind="today" icon={<Plus />}>
        {project ? t('common.reviseDay', { day }) : t('common.submitDay', { day })}
      </ButtonLink>
    )
  }
  return (
    <>
      <strong>{t('common.dayIsIn', { day })}</strong>
      <ProjectButtonLink projectId={project._id} kind="field-outline">
        {t('common.viewProject')}
      </ProjectButtonLink>
    </>
  )
}
