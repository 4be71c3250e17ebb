import { defaultSubmitDay } from '@thirty/contracts/rules/challenge-day.ts'
import { ArrowLeft, Trophy } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { ChallengeEnd } from '../../shared/challenge/challenge-end.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { useLoadState } from '../../shared/http/use-load-state.ts'
import layout from '../../shared/styles/layout.module.css'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import { EmptyState } from '../../shared/ui/feedback/states.tsx'
import { SkeletonForm } from '../../shared/ui/feedback/skeleton.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.ts'
import { fetchSubmittedDays } from './api.ts'
import { CardPreview } from './card-preview.tsx'
import { DayBrief, DayBriefLink } from './brief/day-brief.tsx'
import { clearDraft, emptyDraft, isEmptyDraft, saveDraft, loadDraft } from './draft.ts'
import type { Draft } from './draft.ts'
import { SubmitForm } from './submit-form.tsx'
import { SubmittedPanel } from './submitted-panel.tsx'
import css from './submit.module.css'

const noDays: ReadonlySet<number> = new Set()

export const SubmitProjectScreen = () => {
  const wide = useWideLayout()
  const [draft, setDraft] = useState(loadDraft)
  const [submittedDay, setSubmittedDay] = useState<number>()
  const presetDay = usePresetDay()
  const { isLoaded: isCurrentDayLoaded, endsAt, ended, timeZone } = useCurrentDay()
  // A failure is ignored: the submitted days are only a hint, and the server checks the day anyway.
  const loaded = useLoadState({ queryKey: ['submitted-days'], queryFn: fetchSubmittedDays })
  const submittedDays = loaded.state === 'ready' ? loaded.value : noDays
  const day = draft.day ?? presetDay

  const changeDraft = (part: Partial<Draft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    saveDraft(next)
  }
  const showSubmitted = () => {
    setSubmittedDay(day)
    setDraft(emptyDraft)
    clearDraft()
    if (loaded.state === 'ready') loaded.reload()
  }

  return (
    <div className={`${layout.page} ${css.screen}`}>
      <div className={css.intro}>
        <Link to={paths.dashboard} className={css.back}>
          <ArrowLeft aria-hidden="true" size={16} />
          Dashboard
        </Link>
        <h1>Submit project</h1>
        {wide && !ended && <p>One project per day. An admin reviews it before it is scored.</p>}
        {!ended && endsAt && (
          <p className={css.end}>
            <ChallengeEnd {...{ endsAt, ended, timeZone }} forSubmissions />
          </p>
        )}
        {!wide && submittedDay === undefined && !ended && <DayBriefLink day={day} />}
      </div>
      {submittedDay !== undefined ? (
        <SubmittedPanel
          day={submittedDay}
          submittedDays={submittedDays}
          onDone={() => setSubmittedDay(undefined)}
        />
      ) : ended ? (
        <EndedPanel hasDraft={!isEmptyDraft(draft)} />
      ) : (
        <div className={css.columns}>
          <Card padding={wide ? 'large' : 'none'} className={css.sheet ?? ''}>
            {isCurrentDayLoaded || loaded.state !== 'loading' ? (
              <SubmitForm
                draft={draft}
                day={day}
                submittedDays={submittedDays}
                onChange={changeDraft}
                onSubmitted={showSubmitted}
              />
            ) : (
              <SkeletonForm fields={5} />
            )}
          </Card>
          {wide && (
            <aside className={css.side} aria-label="Preview and brief">
              <CardPreview draft={draft} day={day} />
              <DayBrief day={day} />
            </aside>
          )}
        </div>
      )}
    </div>
  )
}

/** Takes the place of the form after the end of the challenge. The draft stays in the browser: the end may be moved. */
const EndedPanel = ({ hasDraft }: { hasDraft: boolean }) => {
  const { endsAt, ended, timeZone } = useCurrentDay()
  return (
    <Card>
      <EmptyState
        title="The challenge has ended"
        action={
          <ButtonLink to={paths.leaderboard} kind="primary" icon={<Trophy aria-hidden="true" />}>
            Leaderboard
          </ButtonLink>
        }
      >
        {endsAt && <ChallengeEnd {...{ endsAt, ended, timeZone }} />} Projects can no longer be submitted; you
        can still rate, like and comment.{hasDraft && ' Your draft is saved on this device.'}
      </EmptyState>
    </Card>
  )
}

/** Returns the day of the URL, else the current day of a started challenge, else 19 (decisions, section 3). */
function usePresetDay(): number {
  const [query] = useSearchParams()
  const { day, started, totalDays } = useCurrentDay()
  const requested = Number(query.get('day'))
  if (Number.isInteger(requested) && requested >= 1 && requested <= totalDays) return requested
  return started ? day : defaultSubmitDay
}
