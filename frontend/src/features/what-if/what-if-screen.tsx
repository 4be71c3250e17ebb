// Tries out another scoring: who would move, beside the live leaderboard. Admins who run the challenge apply it, or undo the last change, in
// a dialog that asks for the reason.

import { useState, type ComponentProps } from 'react'
import { maxReasonLength } from '@thirty/contracts/leaderboard/scoring.ts'
import type { WhatIfResponse } from '@thirty/contracts/leaderboard/scoring-api.ts'
import { paths } from '../../shared/navigation/router.ts'
import { AdminFreezeNotice } from '../../shared/challenge/admin-freeze-notice.tsx'
import { ImportedNotice } from '../../shared/challenge/challenge-marks.tsx'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { request } from '../../shared/http/http.ts'
import { Allowed, ReadOnlyNotice } from '../../shared/team/permissions.tsx'
import { AdminPage } from '../../shared/ui/page/page.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Banner } from '../../shared/ui/display/surfaces.tsx'
import { SkeletonRows, Loaded } from '../../shared/ui/feedback/states.tsx'
import {
  changesPodium,
  ComparisonCard,
  movedSentence,
  useComparison,
  useScoringDraft,
  type ScoringDraft,
} from './comparison.tsx'
import { ExcludedCard, InForceCard, ScoringWords, ScoringCard } from './scoring-cards.tsx'
import { t, formatList } from '../../shared/i18n/t.ts'
import { loadUnsent, storeUnsent } from '../../shared/session/unsent-values.ts'
import { RequestDialog } from '../../shared/ui/dialog/dialog.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { TextArea } from '../../shared/ui/forms/field.tsx'
import layout from '../../shared/styles/layout.module.css'
import css from './what-if-screen.module.css'

export const WhatIfScreen = () => {
  const [draft, changeDraft] = useScoringDraft()
  const { view, isCurrent, failure } = useComparison(draft)
  const [asking, setAsking] = useState<'apply' | 'undo'>()
  const frozen = useCurrentDay((day) => day.frozen)
  const close = () => setAsking(undefined)
  const answers = {
    onClose: close,
    onDone: () => {
      close()
      changeDraft()
      view.reload()
    },
    // Somebody else may have changed the scoring.
    onFailure: view.reload,
  }
  return (
    <AdminPage
      title={t('common.whatIf')}
      back={{ to: paths.admin.leaderboard, label: t('common.leaderboard') }}
      note={t('whatIf.about')}
      actions={
        <>
          <Button disabled={Object.keys(draft).length === 0} onClick={() => changeDraft()}>
            {t('common.discard')}
          </Button>
          <Allowed to="run-challenge">
            <Button
              kind="primary"
              disabled={!isCurrent || view.data?.other.isSame}
              onClick={() => setAsking('apply')}
            >
              {t('whatIf.apply')}
            </Button>
          </Allowed>
        </>
      }
    >
      <AdminFreezeNotice />
      <ImportedNotice />
      <ReadOnlyNotice permission="run-challenge" text={(roles) => t('whatIf.compareOnly', roles)} />
      {frozen && <p className={css.quiet}>{t('whatIf.frozenText')}</p>}
      <Loaded
        view={view}
        loading={<SkeletonRows count={6} label={t('whatIf.loading')} />}
        failed={t('whatIf.failed')}
      >
        {(comparison) => (
          <>
            <Banner kind="warning" title={t('whatIf.outOfDate')} live>
              {failure}
            </Banner>
            <div className={css.parts}>
              <div className={layout.stack16}>
                <ScoringCard comparison={comparison} draft={draft} onChange={changeDraft} />
                <ExcludedCard comparison={comparison} onChange={changeDraft} />
                <InForceCard inForce={comparison.inForce} onUndo={() => setAsking('undo')} />
              </div>
              <ComparisonCard comparison={comparison} />
            </div>
            {asking === 'apply' && <ApplyDialog {...{ comparison, draft }} {...answers} />}
            {asking === 'undo' && <UndoDialog inForce={comparison.inForce} {...answers} />}
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}

type AnswersProps = Pick<ChangeDialogProps, 'onClose' | 'onDone' | 'onFailure'>

type ApplyDialogProps = AnswersProps & { comparison: WhatIfResponse; draft: ScoringDraft }

const ApplyDialog = ({ comparison, draft: { normalise }, ...answers }: ApplyDialogProps) => {
  const { inForce, other, now, after, podium, position } = comparison
  const leaving = now.participants - after.participants
  const names = formatList(podium.after.map(({ name }) => name))
  const excluded = other.excluded.map(({ id }) => id)
  const scoring = { weights: other.weights, excluded, ...(normalise && { normalise }) }
  return (
    <ChangeDialog
      title={t('whatIf.applyQuestion')}
      description={t('whatIf.applyText')}
      confirmLabel={t('whatIf.applyNow')}
      doneText={t('whatIf.applied')}
      unsent="scoring"
      send={(reason) => {
        const body = { ...scoring, position, version: inForce.version, reason }
        return request('POST', '/api/admin/scoring', { body })
      }}
      {...answers}
    >
      <ScoringWords scoring={other} />
      <p>
        <span>{movedSentence(comparison)}.</span>{' '}
        {changesPodium(comparison) && <span>{t('whatIf.podiumChanges', { names })}</span>}
      </p>
      {leaving > 0 && <p>{t('whatIf.leaves', { count: leaving })}</p>}
    </ChangeDialog>
  )
}

type UndoDialogProps = AnswersProps & Pick<WhatIfResponse, 'inForce'>

const UndoDialog = ({ inForce: { before, version }, ...answers }: UndoDialogProps) =>
  before && (
    <ChangeDialog
      title={t('whatIf.undoQuestion')}
      description={t('whatIf.undoText')}
      confirmLabel={t('common.restore')}
      doneText={t('whatIf.undone')}
      unsent="scoring-undo"
      send={(reason) => request('POST', '/api/admin/scoring/undo', { body: { version, reason } })}
      {...answers}
    >
      <ScoringWords scoring={before} />
    </ChangeDialog>
  )

type ChangeDialogProps = Pick<
  ComponentProps<typeof RequestDialog>,
  'title' | 'description' | 'confirmLabel' | 'children' | 'onClose' | 'onFailure'
> & {
  send: (reason: string) => Promise<unknown>
  /** Names the change, whose reason is kept until it is sent. */
  unsent: string
  /** The sentence of the toast after it. */
  doneText: string
  onDone: () => void
}

const ChangeDialog = ({ send, unsent, doneText, onDone, children, ...question }: ChangeDialogProps) => {
  const [reason, setReason] = useState(() => {
    const kept = loadUnsent(unsent)?.['reason']
    return typeof kept === 'string' ? kept : ''
  })
  return (
    <RequestDialog
      {...question}
      wide
      busyText={t('whatIf.applying')}
      isConfirmDisabled={reason.trim() === ''}
      failureText={t('whatIf.applyFailed')}
      run={async () => {
        await send(reason.trim())
        storeUnsent(unsent, undefined)
        toast({ kind: 'success', text: doneText })
        onDone()
      }}
    >
      {children}
      <TextArea
        id="scoring-reason"
        label={t('common.reason')}
        hint={t('whatIf.reasonHint')}
        value={reason}
        maxLength={maxReasonLength}
        rows={3}
        onChange={({ target: { value } }) => {
          setReason(value)
          storeUnsent(unsent, value === '' ? undefined : { reason: value })
        }}
      />
    </RequestDialog>
  )
}
