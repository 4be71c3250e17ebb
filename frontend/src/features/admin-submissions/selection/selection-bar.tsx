// Selects all pending submissions that are shown, approves or rejects the selected ones, and says what happened: in a toast ("2 rejected. 1
// was already approved by Tobias Kern."), and in a dialog for each submission that was not decided, with who was first and when.

import type { ProjectCard, ReviewRequest, ReviewOutcome } from '@thirty/contracts/projects/api.ts'
import { maxReviewsAtOnce } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { useState, Fragment, type ReactNode } from 'react'
import { useOwnJudging } from '../../../shared/judging/own-judging.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { AlertDialog, Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { lazyDialog } from '../../../shared/ui/dialog/lazy-dialog.tsx'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { useFormSubmit } from '../../../shared/ui/forms/use-form-submit.ts'
import { Checkbox } from '../../../shared/ui/forms/choice.tsx'
import { distinctNames, People } from '../../../shared/people/people.tsx'
import { authorOf, LaterChangeSentence } from '../../../shared/reviews/later-change.tsx'
import { ownUserId } from '../../../shared/session/session.ts'
import { undoApproval, reviewErrorMessage, toastFailure } from '../review/reviews.tsx'
import { restoreRowFocus } from '../review/review-state.ts'
import { clearSelection, deselect, leftOut, reviewSelected, select, useSelection } from './selection.ts'
import { t, formatName, formatList } from '../../../shared/i18n/t.ts'
import css from './selection-bar.module.css'

const RejectDialog = lazyDialog(async () => (await import('../review/reject-dialog.tsx')).RejectDialog)

export const SelectionBar = ({ shown }: { shown: readonly ProjectCard[] }) => {
  const ids = useSelection()
  const { pending, run } = useFormSubmit()
  const [question, setQuestion] = useState<'approve' | 'reject'>()
  const closeQuestion = () => setQuestion(undefined)
  const [explained, setExplained] = useState<readonly NamedOutcome[]>()
  const pendingIds = shown.filter(({ status }) => status === 'submitted').map(({ _id }) => _id)
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
  /** Sends a review, and says what happened. The message stays if a submission was not reviewed, and offers to show each of them. */
  const review = async (decision: ReviewRequest) => {
    // They stay known for submissions that leave the list.
    const names = new Map(shown.map(({ _id, projectName }) => [_id, projectName]))
    const outcomes = await reviewSelected(decision)
    const others = outcomes
      .filter(({ outcome }) => outcome !== 'reviewed')
      .map((outcome) => ({ projectName: names.get(outcome.projectId) ?? outcome.projectId, outcome }))
    toast({
      kind: others.length === 0 ? 'success' : 'error',
      text: outcomeSentences(outcomes, decision.status),
      ...(others.length > 0 && {
        action: { label: t('adminSubmissions.showEach'), onPress: () => setExplained(others) },
      }),
    })
  }
  const approve = async () => {
    closeQuestion()
    ids.forEach(undoApproval)
    await run(() =>
      review({ status: 'approved' }).catch((error: unknown) =>
        toastFailure(reviewErrorMessage(error, 'approved'), approve, 'approve-selected'),
      ),
    )
    restoreFocus()
  }
  return (
    <div
      className={css.bar}
      role="group"
      aria-label={t('adminSubmissions.selection')}
      data-active={ids.length > 0 || undefined}
    >
      <SelectAll pendingIds={pendingIds} selectedIds={ids} disabled={pending} />
      {ids.length > 0 && (
        <div className={css.actions}>
          <Button
            kind="approve-outline"
            size="small"
            aria-label={t('adminSubmissions.approveSelected')}
            busy={pending}
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
            disabled={pending || count === 0}
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
            disabled={pending}
            onClick={() => {
              clearSelection()
              restoreFocus()
            }}
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
          send={review}
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
        projects: formatList(projects.map(({ projectName }) => formatName(projectName))),
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
        {count > 0 && t(isFull ? 'adminSubmissions.selectedIsFull' : 'adminSubmissions.selected', { count })}
      </p>
    </div>
  )
}

/** Returns what happened to the submissions, each kind in one sentence. */
export function outcomeSentences(
  outcomes: readonly ReviewOutcome[],
  status: ReviewRequest['status'],
): ReactNode {
  const counted = (kind: ReviewOutcome['outcome'], sentence: (count: number) => string) => {
    const count = outcomes.filter(({ outcome }) => outcome === kind).length
    return count > 0 ? [sentence(count)] : []
  }
  const isApproval = status === 'approved'
  const sentences: ReactNode[] = [
    ...counted('reviewed', (count) =>
      t(isApproval ? 'adminSubmissions.countApproved' : 'adminSubmissions.countRejected', { count }),
    ),
    ...earlierReviews(outcomes),
    ...counted('withdrawn', (count) => t('adminSubmissions.countWithdrawn', { count })),
    ...counted('not-found', (count) => t('adminSubmissions.countGone', { count })),
    ...counted('revised', (count) => t('adminSubmissions.countRevised', { count })),
    ...counted('conflict-of-interest', (count) => t('adminSubmissions.countOfInterest', { count })),
    ...counted('conflict', (count) => t('adminSubmissions.countConflicts', { count })),
  ]
  return sentences.map((sentence, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <span>{sentence}</span>
    </Fragment>
  ))
}

/** One sentence for each admin and status. */
function earlierReviews(outcomes: readonly ReviewOutcome[]): ReactNode[] {
  const reviews = outcomes.flatMap((each) => (each.outcome === 'already-reviewed' ? each.review : []))
  const nameOf = distinctNames(reviews.map(authorOf))
  return reviews.flatMap((review, index) => {
    const isOfGroup = ({ status, by }: typeof review) => status === review.status && by === review.by
    if (reviews.findIndex(isOfGroup) < index) return []
    const count = reviews.filter(isOfGroup).length
    const isApproval = review.status === 'approved'
    if (review.by === ownUserId())
      return t(isApproval ? 'adminSubmissions.approvedByYou' : 'adminSubmissions.rejectedByYou', { count })
    const values = { count, name: nameOf(authorOf(review)) }
    return t.rich(isApproval ? 'adminSubmissions.approvedByName' : 'adminSubmissions.rejectedByName', values)
  })
}

type NamedOutcome = { projectName: string; outcome: ReviewOutcome }

type OutcomesDialogProps = { outcomes: readonly NamedOutcome[]; onClose: () => void }

export const OutcomesDialog = ({ outcomes, onClose }: OutcomesDialogProps) => (
  <Dialog onClose={onClose} title={t('adminSubmissions.eachTitle')}>
    <People of={outcomes.flatMap(({ outcome }) => changeIn(outcome) ?? []).map(authorOf)}>
      <ul className={css.list}>
        {outcomes.map(({ projectName, outcome }) => {
          const change = changeIn(outcome)
          return (
            <li key={outcome.projectId}>
              <strong dir="auto">{formatName(projectName)}</strong>
              <span>{change ? <LaterChangeSentence change={change} /> : reasons[outcome.outcome]}</span>
            </li>
          )
        })}
      </ul>
    </People>
  </Dialog>
)

/** Returns the review or the revision that came first. */
function changeIn(outcome: ReviewOutcome) {
  if (outcome.outcome === 'already-reviewed') return { ...outcome.review, what: outcome.review.status }
  return outcome.outcome === 'revised' ? outcome.change : undefined
}

/** Why a submission was not reviewed, if nobody was first. */
const reasons: Partial<Record<ReviewOutcome['outcome'], string>> = {
  withdrawn: t('adminSubmissions.withdrawnOne'),
  'not-found': t('adminSubmissions.gone'),
  'conflict-of-interest': t('adminSubmissions.ofInterestOne'),
  conflict: t('adminSubmissions.conflictOne'),
}
