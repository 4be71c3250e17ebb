import { defaultSubmitDay } from '@thirty/contracts/rules/challenge-day.ts'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { useLoaded } from '../../shared/http/use-loaded.ts'
import layout from '../../shared/styles/layout.module.css'
import { Card } from '../../shared/ui/display/card.tsx'
import { SkeletonForm } from '../../shared/ui/feedback/skeleton.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.ts'
import { fetchSubmittedDays } from './api.ts'
import { CardPreview } from './card-preview.tsx'
import { DayBrief, DayBriefLink } from './brief/day-brief.tsx'
import { clearDraft, emptyDraft, saveDraft, loadDraft } from './draft.ts'
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
  const isCurrentDayLoaded = useCurrentDay((challenge) => challenge.isLoaded)
  // A failure is ignored: the submitted days are only a hint, and the server checks the day anyway.
  const loaded = useLoaded('days', fetchSubmittedDays, '')
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
        {wide && <p>One project per day. An admin reviews it before it is scored.</p>}
        {!wide && submittedDay === undefined && <DayBriefLink day={day} />}
      </div>
      {submittedDay !== undefined ? (
        <SubmittedPanel
          day={submittedDay}
          submittedDays={submittedDays}
          onDone={() => setSubmittedDay(undefined)}
        />
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

/** Returns the day of the URL, else the current day of a started challenge, else 19 (decisions, section 3). */
function usePresetDay(): number {
  const [query] = useSearchParams()
  const { day, started, totalDays } = useCurrentDay()
  const requested = Number(query.get('day'))
  if (Number.isInteger(requested) && requested >= 1 && requested <= totalDays) return requested
  return started ? day : defaultSubmitDay
}
