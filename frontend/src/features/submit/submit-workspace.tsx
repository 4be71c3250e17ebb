// What is in already or was rejected, and the form for the next project or for a better version of a rejected one.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { ReactNode } from 'react'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { RejectedNotice, RejectedNotices } from '../../shared/projects/rejected-notice.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.ts'
import { DayBrief, DayBriefButton } from './brief/day-brief.tsx'
import { CardPreview } from './card-preview.tsx'
import { draftFromProject } from './drafts/draft.ts'
import { useDayDraft, type DayDraftState } from './drafts/use-day-draft.ts'
import { Intro } from './intro.tsx'
import { t } from '../../shared/i18n/t.ts'
import { useProposedDay } from './proposed-day.ts'
import { SubmitForm } from './submit-form.tsx'
import { useSubmitForm } from './use-submit-form.ts'
import css from './submit.module.css'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { ProjectLink } from '../../shared/projects/project-link.tsx'

const noDays: ReadonlySet<number> = new Set()

type SubmitWorkspaceProps = {
  projects: readonly ProjectCard[]
  onSubmitted: (day: number) => void
}

export const SubmitWorkspace = ({ projects, onSubmitted }: SubmitWorkspaceProps) => {
  const { freeDay, isRequested, submitted, revised } = useProposedDay(projects)
  const formDay = revised ? revised.day : freeDay
  const titleOfDay =
    isRequested && formDay !== undefined ? t('submit.submitDay', { day: formDay }) : undefined
  usePageTitle(revised ? t('submit.reviseNamed', { project: revised.projectName }) : titleOfDay)
  const notices = (
    <>
      {submitted && submitted.status !== 'rejected' && submitted !== revised && (
        // Instead of an invitation to submit one.
        <Banner kind="success" title={t('projects.dayIsIn', { day: submitted.day })}>
          <ProjectLink projectId={submitted._id}>{t('common.viewProject')}</ProjectLink>
        </Banner>
      )}
      {revised?.status === 'rejected' && <RejectedNotice project={revised} linkHidden />}
      <RejectedNotices
        projects={projects.filter((project) => project.status === 'rejected' && project !== revised)}
      />
    </>
  )
  if (formDay === undefined) {
    return (
      <>
        <Intro />
        {notices}
      </>
    )
  }
  const shared = { notices, onSubmitted }
  if (revised)
    // A separate form for each project that is revised.
    return (
      <FormWithPreview
        key={revised._id}
        {...shared}
        {...{ revised, day: revised.day, draft: draftFromProject(revised), takenDays: noDays }}
      />
    )
  const takenDays = new Set(projects.map(({ day }) => day))
  return <NewProject {...shared} {...{ proposedDay: formDay, isDayRequested: isRequested, takenDays }} />
}

type Shared = Pick<FormWithPreviewProps, 'notices' | 'onSubmitted'>

const NewProject = ({ notices, onSubmitted, ...options }: Shared & Parameters<typeof useDayDraft>[0]) => {
  const dayDraft = useDayDraft(options)
  const { day, draft } = dayDraft
  const { takenDays } = options
  return <FormWithPreview {...{ notices, onSubmitted, takenDays, day, draft, dayDraft }} />
}

type FormWithPreviewProps = Parameters<typeof useSubmitForm>[0] & {
  notices: ReactNode
  /** Undefined for a revision. */
  dayDraft?: DayDraftState
}

const FormWithPreview = ({ notices, dayDraft, ...options }: FormWithPreviewProps) => {
  const wide = useWideLayout()
  const state = useSubmitForm(options)
  const { values } = state
  return (
    <>
      <Intro>{!wide && <DayBriefButton day={values.day} />}</Intro>
      {notices}
      <div className={css.columns}>
        <Card padding={wide ? 'large' : 'none'} className={css.sheet ?? ''}>
          <SubmitForm {...state} takenDays={options.takenDays} dayDraft={dayDraft} />
        </Card>
        {wide && (
          <aside className={css.side} aria-label={t('submit.previewAndBrief')}>
            <CardPreview draft={values} day={values.day} />
            <DayBrief day={values.day} />
          </aside>
        )}
      </div>
    </>
  )
}
