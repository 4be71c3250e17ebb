// Selects all pending submissions that are shown, and approves or rejects the selected ones.

import { useState } from 'react'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { ReviewOutcome } from '@thirty/contracts/projects/reviews-api.ts'
import { maxReviewsAtOnce } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { formatProjectName } from '../../../shared/format/format-name.ts'
import { formatList } from '../../../shared/format/format-list.ts'
import { useOwnJudging } from '../../../shared/judging/own-judging.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { AlertDialog } from '../../../shared/ui/dialog/alert-dialog.tsx'
import { lazyDialog } from '../../../shared/ui/dialog/lazy-dialog.tsx'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { Checkbox } from '../../../shared/ui/forms/choice.tsx'
import { t } from '../../../shared/i18n/t.ts'
import { undoApproval } from '../review/decide.tsx'
import { restoreRowFocus } from '../review/review-state.ts'
import { reviewErrorMessage } from '../review/reviews.tsx'
import { OutcomesDialog, showOutcomes, type NamedOutcome } from './outcomes.tsx'
import { clearSelection, deselect, leftOut, reviewSelected, select, useSelection } from './selection.ts'
import css from './selection-bar.module.css'

const RejectDialog = lazyDialog(async () => (await import('../review/reject-dialog.tsx')).RejectDialog)

export const SelectionBar = ({ shown }: { shown: readonly ProjectCard[] }) => {
  const ids = useSelection((selection) => selection.ids)
  const [busy, setBusy] = useState(false)
  const [question, setQuestion] = useState<'approve' | 'reject'>()
  const closeQuestion = () => setQuestion(undefined)
  const [explained, setExplained] = useState<readonly NamedOutcome[]>()
  const pendingIds = shown.filter(({ status }) => status === 'submitted').map(({ _id }) => _id)
  const names = new Map(shown.map(({ _id, projectName }) => [_id, projectName]))
  // The names stay known for submissions that leave the list.
  const showEach = (others: readonly ReviewOutcome[]) =>
    setExplained(
      others.map((outcome) => ({ projectName: names.get(outcome.projectId) ?? outcome.projectId, outcome })),
    )
  const explainedOutcomes = explained && (
    <OutcomesDialog outcomes={explained} onClose={() => setExplained(undefined)} />
  )
  // The conflicts of interest may be loaded later than the list.
  useOwnJudging()
  const omitted = leftOut(shown, ids)
  const count = ids.length - omitted.length
  if (pendingIds.length === 0 && ids.length === 0) return explainedOutcomes

  // The buttons disappear with the selection.
  const [firstId] = ids
  const restoreFocus = () => firstId !== undefined && restoreRowFocus(firstId)
  const approve = async () => {
    closeQuestion()
    setBusy(true)
    ids.forEach(undoApproval)
    try {
      showOutcomes(await reviewSelected({ status: 'approved' }), 'approved', showEach)
    } catch (error) {
      toast({
        id: 'approve-selected',
        kind: 'error',
        text: reviewErrorMessage(error, 'approved'),
        action: { label: t('common.retry'), onPress: () => void approve() },
      })
    }
    setBusy(false)
    restoreFocus()
  }
  const clear = () => {
    clearSelection()
    restoreFocus()
  }
  return (
    <div
      className={css.bar}
      role="group"
      aria-label={t('adminSubmissions.selection')}
      data-active={ids.length > 0 || undefined}
    >
      <SelectAll pendingIds={pendingIds} selectedIds={ids} disabled={busy} />
      {ids.length > 0 && (
        <div className={css.actions}>
          <Button
            kind="approve-outline"
            size="small"
            aria-label={t('adminSubmissions.approveSelected')}
            busy={busy}
            busyText={t('adminSubmissions.approving')}
            disabled={count === 0}
            onClick={() => setQuestion('approve')}
          >
            {t('common.approve')}
          </Button>
          <Button
            kind="danger-outline"
            size="small"
            aria-label={t('adminSubmissions.rejectSelected')}
            disabled={busy || count === 0}
            onClick={() => {
              ids.forEach(undoApproval)
              setQuestion('reject')
            }}
          >
            {t('common.reject')}
          </Button>
          <Button
            kind="quiet"
            size="small"
            aria-label={t('adminSubmissions.clearSelection')}
            disabled={busy}
            onClick={clear}
          >
            {t('adminSubmissions.clear')}
          </Button>
        </div>
      )}
      <LeftOut projects={omitted} />
      {explainedOutcomes}
      {question === 'approve' && (
        <AlertDialog
          onClose={closeQuestion}
          title={t('adminSubmissions.approveSelectedQuestion', { count })}
          description={t('adminSubmissions.approveSelectedText')}
          confirmLabel={t('common.approve')}
          onConfirm={() => void approve()}
        >
          <LeftOut projects={omitted} />
        </AlertDialog>
      )}
      {question === 'reject' && (
        <RejectDialog
          title={t('adminSubmissions.rejectSelectedQuestion', { count })}
          description={t('adminSubmissions.allCanImprove')}
          unsent="rejection-of-selected"
          note={<LeftOut projects={omitted} />}
          send={async (review) => showOutcomes(await reviewSelected(review), 'rejected', showEach)}
          onDone={() => {
            closeQuestion()
            restoreFocus()
          }}
          onClose={closeQuestion}
        />
      )}
    </div>
  )
}

/** Says which of the selected submissions are not reviewed with the others; nothing if all are. */
const LeftOut = ({ projects }: { projects: readonly ProjectCard[] }) =>
  projects.length > 0 && (
    <p className={css.leftOut} dir="auto">
      {t('adminSubmissions.leftOut', {
        projects: formatList(projects.map(({ projectName }) => formatProjectName(projectName))),
      })}
    </p>
  )

type SelectAllProps = { pendingIds: readonly string[]; selectedIds: readonly string[]; disabled: boolean }

/** The checkbox for all rows that are shown, with the number of selected ones as its text. */
const SelectAll = ({ pendingIds, selectedIds, disabled }: SelectAllProps) => {
  const count = selectedIds.length
  const isFull = count >= maxReviewsAtOnce
  const selectsAll = count > 0 && (isFull || pendingIds.every((id) => selectedIds.includes(id)))
  return (
    <div className={css.all}>
      <Checkbox
        label={t('adminSubmissions.selectAllShown')}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !selectsAll
        }}
        checked={selectsAll}
        disabled={disabled || (pendingIds.length === 0 && !selectsAll)}
        onChange={() => (selectsAll ? deselect(selectedIds) : select(pendingIds))}
      />
      <p role="status" className={css.count}>
        {count > 0 &&
          (isFull
            ? t('adminSubmissions.selectedIsFull', { count })
            : t('adminSubmissions.selected', { count }))}
      </p>
    </div>
  )
}
