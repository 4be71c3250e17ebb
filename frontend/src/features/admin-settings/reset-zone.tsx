// Resets the challenge after a question in place: a backup is made, and a new, empty run begins. The question says what moves into the
// backup, and needs a typed word. Cancel has the initial focus, and Escape cancels.

import { RotateCcw, TriangleAlert } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { isBuilding, refreshHistory, useHistoryStatus, setLastChange } from '../../shared/history/history.ts'
import { request } from '../../shared/http/http.ts'
import { useFormSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Card, Banner, Failure } from '../../shared/ui/display/surfaces.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { useFocusWhenShown } from '../../shared/ui/move-focus.ts'
import { t, formatPoints } from '../../shared/i18n/t.ts'
import css from './settings-screen.module.css'

export const ResetZone = () => {
  const button = useRef<HTMLButtonElement>(null)
  const [isAsking, setIsAsking] = useState(false)
  const { pending, failure, run } = useFormSubmit(t('adminSettings.resetFailed'))
  const status = useHistoryStatus()
  const close = () => {
    setIsAsking(false)
    button.current?.focus()
  }
  const reset = async () => {
    close()
    const response = await run(() => request('POST', '/api/admin/reset-with-backup'))
    if (response === undefined) return
    setLastChange({ kind: 'reset', run: response.run, backupId: response.backupId })
    await refreshHistory()
  }
  return (
    <Card as="section" padding="large" className={css.danger}>
      <div className={css.dangerHead}>
        <div>
          <h2>{t('adminSettings.reset')}</h2>
          <p>{t('adminSettings.resetText')}</p>
        </div>
        <Button
          ref={button}
          kind="danger-outline"
          icon={<RotateCcw />}
          busy={pending}
          busyText={t('adminSettings.resetting')}
          disabled={isBuilding(status)}
          reason={t('adminSettings.waitForLeaderboard')}
          aria-expanded={isAsking}
          onClick={() => setIsAsking(!isAsking)}
        >
          {t('adminSettings.reset')}
        </Button>
      </div>
      <Failure text={failure} />
      {isAsking && <ResetQuestion run={status?.run} onCancel={close} onConfirm={() => void reset()} />}
    </Card>
  )
}

/** What an admin types to confirm a reset. */
const word = 'RESET'

/** What a reset moves into the backup, by run: the figures that the backup will show. */
const resetFigures = liveData({
  load: (_run: number | undefined, signal) => request('GET', '/api/admin/history/figures', { signal }),
  failedText: t('common.noAnswer'),
  resyncs: true,
  isAlwaysFresh: true,
})

type ResetQuestionProps = {
  /** The current run; undefined until it is known. */
  run: number | undefined
  onCancel: () => void
  onConfirm: () => void
}

const ResetQuestion = ({ run, onCancel, onConfirm }: ResetQuestionProps) => {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [askedRun, setAskedRun] = useState(run)
  if (askedRun === undefined && run !== undefined) setAskedRun(run)
  const isStale = askedRun !== undefined && run !== askedRun
  const isConfirmed = typed.trim().toUpperCase() === word && !isStale
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape cancels from every control inside
    <div
      role="alertdialog"
      aria-labelledby={`${id}-question`}
      aria-describedby={`${id}-figures`}
      className={css.question}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <TriangleAlert className={css.warning} size={21} />
      <div className={css.questionBody}>
        <p id={`${id}-question`} className={css.questionText}>
          {t('adminSettings.resetQuestion')}
        </p>
        <p id={`${id}-figures`} className={css.figures}>
          <Figures run={run} />
        </p>
        <Banner
          kind="warning"
          live
          button={{
            children: t('adminSettings.askAgain'),
            onClick: () => {
              setAskedRun(run)
              setTyped('')
            },
          }}
        >
          {isStale && t('adminSettings.changedMeanwhile')}
        </Banner>
        <form
          className={css.confirmation}
          onSubmit={(event) => {
            event.preventDefault()
            if (isConfirmed) onConfirm()
          }}
        >
          <Field
            label={t('adminSettings.typeToConfirm', { word })}
            className={css.word}
            value={typed}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
          <div className={css.actions}>
            <Button type="submit" kind="danger" disabled={!isConfirmed}>
              {t('adminSettings.backUpAndReset')}
            </Button>
            <Button ref={useFocusWhenShown()} onClick={onCancel}>
              {t('common.cancel')}
            </Button>
          </div>
        </form>
      </div>
    </div>
  )
}

const Figures = ({ run }: { run: number | undefined }) => {
  const { state, data, message } = useLiveData(resetFigures, run)
  if (state === 'loading') return t('adminSettings.counting')
  if (state === 'failed') return t('adminSettings.countFailed', { message })
  const { totalProjects: projects, totalParticipants: participants, averagePoints } = data.statistics
  if (projects === 0) return t('adminSettings.emptyBackup')
  return t('adminSettings.figures', { projects, participants, average: formatPoints(averagePoints) })
}
