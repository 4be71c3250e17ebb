// The screen on which a project is submitted or revised, what takes its place after the end of the challenge, and thanks.

import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { Trophy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ChallengeEnd } from '../../shared/challenge/challenge-time.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { projectDayMarks } from '../../shared/challenge/day-marks.ts'
import { ChallengeRoute } from '../../shared/charts/days/challenge-route.tsx'
import type { DayMark } from '../../shared/charts/slanted-bars.ts'
import { t } from '../../shared/i18n/t.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { useSearchParams, paths } from '../../shared/navigation/router.ts'
import { ownSubmissions } from '../../shared/submissions/own-submissions.ts'
import { ButtonLink, Button } from '../../shared/ui/controls/button.tsx'
import { Card } from '../../shared/ui/display/surfaces.tsx'
import { DayBadge } from '../../shared/ui/display/marks.tsx'
import { EmptyState, SkeletonForm } from '../../shared/ui/feedback/states.tsx'
import { useFocusWhenShown } from '../../shared/ui/move-focus.ts'
import { draftsWithText, isDraftStored, accountDrafts, useDrafts } from './drafts/drafts.ts'
import { followDrafts } from './drafts/draft-actions.ts'
import { Intro, SubmitWorkspace } from './submit-workspace.tsx'
import { useAfter } from '../../shared/ui/use-after.ts'
import frames from '../../shared/styles/frames.module.css'
import css from './submit.module.css'

export const SubmitProjectScreen = () => {
  const [submittedDay, setSubmittedDay] = useState<number>()
  const { ended, isLoaded: isDayKnown } = useCurrentDay()
  // A failure is ignored: the projects are only a hint, and the server checks the day anyway.
  const { state, data } = useLiveData(ownSubmissions)
  const projects = data?.projects ?? []
  const [query, setQuery] = useSearchParams()

  const showSubmitted = (day: number) => {
    setSubmittedDay(day)
    // The form that returns is for the next project.
    if (query.has('revise')) setQuery({}, { replace: true })
    // The live message may be late or lost.
    void ownSubmissions.refresh()
  }

  const isFormShown = submittedDay === undefined && !ended && state !== 'loading' && isDayKnown
  return (
    <div className={`${frames.page} ${css.screen}`}>
      {isFormShown ? <SubmitWorkspace projects={projects} onSubmitted={showSubmitted} /> : <Intro />}
      {submittedDay !== undefined ? (
        <SubmittedPanel day={submittedDay} projects={projects} onDone={() => setSubmittedDay(undefined)} />
      ) : ended ? (
        <EndedPanel />
      ) : (
        !isFormShown && (
          <Card>
            <SkeletonForm fields={5} />
          </Card>
        )
      )}
    </div>
  )
}

/** Takes the place of the form after the end of the challenge. The draft stays: the end may be moved. */
const EndedPanel = () => {
  const challenge = useCurrentDay()
  const { local } = useDrafts()
  const { data: account } = useLiveData(accountDrafts)
  useEffect(() => followDrafts(), [])
  const onDevice = draftsWithText(local).filter(({ day, draft }) => isDraftStored(day, draft))
  // On this device as long as the account lacks one of them.
  const isOnDevice = onDevice.some(({ isSent }) => !isSent)
  const isSaved = onDevice.length > 0 || account?.some(({ versions }) => versions.length > 0)
  return (
    <EmptyState
      inCard
      title={t('serverTexts.challengeEnded')}
      text={
        <>
          <ChallengeEnd {...challenge} /> <span>{t('submit.endedText')}</span>{' '}
          {isSaved && <span>{t(isOnDevice ? 'submit.draftIsOnDevice' : 'submit.draftIsInAccount')}</span>}
        </>
      }
      link={{ to: paths.leaderboard, kind: 'primary', icon: <Trophy />, children: t('common.leaderboard') }}
    />
  )
}

type SubmittedPanelProps = { day: number; projects: readonly ProjectCard[]; onDone: () => void }

/** Takes the place of the form for a moment after a submission: the thirty days, in which the submitted day is filled. */
const SubmittedPanel = ({ day, projects, onDone }: SubmittedPanelProps) => {
  const today = useCurrentDay((challenge) => challenge.day)
  const heading = useFocusWhenShown<HTMLHeadingElement>()
  useAfter(3000, onDone)

  // Marigold marks the day that was just submitted, even if it is not today.
  const days = projectDayMarks(projects, today).map((mark): DayMark => {
    if (mark.day === day) return { ...mark, state: 'today-done' }
    return mark.state === 'today-open' ? { ...mark, state: 'to-come' } : mark
  })
  return (
    <section className={css.submitted} data-field role="status">
      <DayBadge day={day} today size="large" />
      <h2 ref={heading} tabIndex={-1}>
        {t('submit.isSubmitted')}
      </h2>
      <p>{t('submit.isInReview')}</p>
      <div className={css.submittedRoute}>
        <ChallengeRoute days={days} />
      </div>
      <div className={css.submittedActions}>
        <span>{t('submit.formReturns')}</span>
        <Button kind="field-outline" onClick={onDone}>
          {t('common.goThereNow')}
        </Button>
        <ButtonLink to={paths.leaderboard} kind="field-outline">
          {t('submit.seeLeaderboard')}
        </ButtonLink>
      </div>
    </section>
  )
}
