// The form of a submission with what surrounds it: which day or revision it is for, notices about projects that are in or were rejected,
// the preview, and the brief of the day in short.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { defaultSubmitDay } from '@thirty/contracts/challenge/challenge-day.ts'
import { thumbnailOf } from '@thirty/contracts/images/images.ts'
import { challengeBrief } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { type ReactNode, useState } from 'react'
import { ArrowRight, FileText } from 'lucide-react'
import { ChallengeEnd } from '../../shared/challenge/challenge-time.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { t, formatName } from '../../shared/i18n/t.ts'
import { paths, usePageTitle, useSearchParams, Link } from '../../shared/navigation/router.ts'
import { MadeWith, ProjectLink, Screenshot, ReadMore } from '../../shared/projects/project-parts.tsx'
import { RejectedNotice, RejectedNotices } from '../../shared/projects/rejected-notice.tsx'
import { BackLink } from '../../shared/ui/page/page.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { StatusBadge, Card, CardTitle, Banner } from '../../shared/ui/display/surfaces.tsx'
import { DayBadge, Difficulty } from '../../shared/ui/display/marks.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.tsx'
import { useDayDraft } from './drafts/day-draft.tsx'
import { SubmitForm, useSubmitForm, type SubmitFormOptions } from './submit-form.tsx'
import type { SubmitValues } from './submit-schema.ts'
import css from './submit.module.css'

type SubmitWorkspaceProps = { projects: readonly ProjectCard[]; onSubmitted: (day: number) => void }

export const SubmitWorkspace = ({ projects, onSubmitted }: SubmitWorkspaceProps) => {
  const { freeDay, isDayRequested, takenDays, submitted, revised } = useProposedDay(projects)
  const formDay = revised?.day ?? freeDay
  const titleOfDay = isDayRequested && formDay && t('submit.submitDay', { day: formDay })
  usePageTitle(revised ? t('submit.reviseNamed', { project: revised.projectName }) : titleOfDay || undefined)
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
  // A separate form for each project that is revised.
  if (revised) return <FormWithPreview key={revised._id} {...{ notices, onSubmitted, revised }} />
  if (freeDay !== undefined)
    return <NewProject proposedDay={freeDay} {...{ notices, onSubmitted, isDayRequested, takenDays }} />
  return (
    <>
      <Intro />
      {notices}
    </>
  )
}

type Notices = { notices: ReactNode }
type NewProjectProps = Notices & Pick<SubmitFormOptions, 'onSubmitted'> & Parameters<typeof useDayDraft>[0]

const NewProject = ({ notices, onSubmitted, ...options }: NewProjectProps) => (
  <FormWithPreview {...{ notices, onSubmitted }} dayDraft={useDayDraft(options)} />
)

const FormWithPreview = ({ notices, ...options }: SubmitFormOptions & Notices) => {
  const wide = useWideLayout()
  const state = useSubmitForm(options)
  const { values } = state
  return (
    <>
      <Intro>{!wide && <DayBriefButton day={values.day} />}</Intro>
      {notices}
      <div className={css.columns}>
        <Card padding={wide ? 'large' : 'none'} className={css.sheet ?? ''}>
          <SubmitForm {...state} />
        </Card>
        {wide && (
          <aside className={css.side} aria-label={t('submit.previewAndBrief')}>
            <CardPreview {...values} />
            <DayBrief day={values.day} />
          </aside>
        )}
      </div>
    </>
  )
}

/**
 * Proposes the day of the URL, else the current day of a started challenge, else 19; if it has a project, a free day before it or the first.
 */
function useProposedDay(projects: readonly ProjectCard[]) {
  const [query] = useSearchParams()
  const { day: today, started, totalDays } = useCurrentDay()
  const requested = Number(query.get('day'))
  const lastOpenDay = started ? today : totalDays
  const isRequestable = Number.isInteger(requested) && requested >= 1 && requested <= lastOpenDay
  const wanted = isRequestable ? requested : started ? today : defaultSubmitDay

  const takenDays = new Set(projects.map(({ day }) => day))
  const openDays = Array.from({ length: lastOpenDay }, (_, index) => index + 1)
  const freeDays = openDays.filter((day) => !takenDays.has(day))
  const submitted = projects.find(({ day }) => day === wanted)
  const named = projects.find(({ day }) => day === Number(query.get('revise')))
  const rejected = isRequestable && submitted?.status === 'rejected' ? submitted : undefined
  return {
    /** The day that the form is for: the latest one that can be submitted. Undefined if every open day is in. */
    freeDay: freeDays.findLast((day) => day <= wanted) ?? freeDays[0],
    takenDays,
    /** Whether the URL asks for this day. */
    isDayRequested: isRequestable && (submitted === undefined || submitted.status === 'rejected'),
    /** The project that is in for the requested or current day. */
    submitted,
    /** The project that the form changes: a rejected project of the requested day, or the project that `revise` in the URL names. */
    revised: named && named.status !== 'approved' ? named : rejected,
  }
}

/** The heading of the screen, and until when projects are accepted. */
export const Intro = ({ children }: { children?: ReactNode }) => {
  const wide = useWideLayout()
  const { endsAt, ended, timeZone } = useCurrentDay()
  return (
    <div className={css.intro}>
      <BackLink />
      <h1>{t('common.submitProjectNavigation')}</h1>
      {wide && !ended && <p>{t('submit.intro')}</p>}
      {!ended && endsAt && (
        <p className={css.end}>
          <ChallengeEnd {...{ endsAt, ended, timeZone }} forSubmissions />
        </p>
      )}
      {children}
    </div>
  )
}

const CardPreview = ({ projectName, day, screenshot, description, languages, frameworks }: SubmitValues) => {
  const today = useCurrentDay((challenge) => challenge.day)
  const name = formatName(projectName.trim()) || t('submit.yourProject')
  return (
    <section className={css.preview}>
      <h2>{t('submit.howItWillLook')}</h2>
      <Card padding="none" className={css.card ?? ''}>
        <Screenshot
          project={{ projectName: name, thumbnailUrl: screenshot && thumbnailOf(screenshot.imageUrl) }}
        />
        <div className={css.cardText}>
          <div className={css.cardHead}>
            <DayBadge day={day} today={day === today} />
            <StatusBadge status="submitted" />
          </div>
          <h3 dir="auto">{name}</h3>
          <ReadMore text={description.trim() || t('submit.yourDescription')} subject={name} />
          <MadeWith project={{ languages, frameworks }} />
        </div>
      </Card>
    </section>
  )
}

const DayBrief = ({ day }: { day: number }) => (
  <Card as="section">
    <CardTitle>{t('submit.briefForDay', { day })}</CardTitle>
    <DayRequirements day={day} />
    <Link to={paths.briefOfDay(day)} className={css.more}>
      {t('submit.openFullBrief')}
      <ArrowRight size={16} />
    </Link>
  </Card>
)

/** Opens the brief in a dialog, for phones. */
const DayBriefButton = ({ day }: { day: number }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={css.more} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <FileText size={16} />
        {t('submit.briefForDay', { day })}
      </button>
      {open && (
        <Dialog
          onClose={() => setOpen(false)}
          placement="sheet"
          title={t('submit.briefForDay', { day })}
          description={challengeBrief(day).description}
        >
          <DayRequirements day={day} />
        </Dialog>
      )}
    </>
  )
}

const DayRequirements = ({ day }: { day: number }) => {
  const { title, difficulty, requirements } = challengeBrief(day)
  return (
    <>
      <p className={css.briefHead}>
        <strong>{title}</strong>
        <Difficulty level={difficulty} />
      </p>
      <ul className={css.requirements}>
        {requirements.map((requirement) => (
          <li key={requirement}>{requirement}</li>
        ))}
      </ul>
    </>
  )
}
