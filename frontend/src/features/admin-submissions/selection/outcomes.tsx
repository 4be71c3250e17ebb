// What happened to several submissions: in a toast ("2 rejected. 1 was already approved by Tobias Kern."), and for each submission that was
// not decided in a dialog that says who was first and when, or what its participant did.

import { Fragment, type ReactNode } from 'react'
import type { ReviewRequest } from '@thirty/contracts/projects/api.ts'
import type { ReviewOutcome } from '@thirty/contracts/projects/reviews-api.ts'
import { formatProjectName } from '../../../shared/format/format-name.ts'
import { distinctNames, People } from '../../../shared/people/people.tsx'
import { authorOf, LaterChangeSentence } from '../../../shared/reviews/later-change.tsx'
import { ownUserId } from '../../../shared/session/session.ts'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { t } from '../../../shared/i18n/t.ts'
import css from './outcomes.module.css'

type Status = ReviewRequest['status']

/** Shows the toast. It stays if one of the submissions was not reviewed, and offers to show each of those with `showEach`. */
export function showOutcomes(
  outcomes: readonly ReviewOutcome[],
  status: Status,
  showEach: (others: readonly ReviewOutcome[]) => void,
): void {
  const others = outcomes.filter(({ outcome }) => outcome !== 'reviewed')
  toast({
    kind: others.length === 0 ? 'success' : 'error',
    text: outcomeSentences(outcomes, status),
    ...(others.length > 0 && {
      action: { label: t('adminSubmissions.showEach'), onPress: () => showEach(others) },
    }),
  })
}

/** Returns what happened to the submissions, each kind in one sentence. */
export function outcomeSentences(outcomes: readonly ReviewOutcome[], status: Status): ReactNode {
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

export type NamedOutcome = { projectName: string; outcome: ReviewOutcome }

type OutcomesDialogProps = { outcomes: readonly NamedOutcome[]; onClose: () => void }

export const OutcomesDialog = ({ outcomes, onClose }: OutcomesDialogProps) => (
  <Dialog onClose={onClose} title={t('adminSubmissions.eachTitle')}>
    <People of={outcomes.flatMap(({ outcome }) => changeIn(outcome) ?? []).map(authorOf)}>
      <ul className={css.list}>
        {outcomes.map(({ projectName, outcome }) => (
          <li key={outcome.projectId}>
            <strong dir="auto">{formatProjectName(projectName)}</strong>
            <span>{explanation(outcome)}</span>
          </li>
        ))}
      </ul>
    </People>
  </Dialog>
)

/** The review or the revision that came first. */
const changeIn = (outcome: ReviewOutcome) =>
  outcome.outcome === 'already-reviewed'
    ? outcome.review
    : outcome.outcome === 'revised'
      ? outcome.change
      : undefined

function explanation(outcome: ReviewOutcome): ReactNode {
  switch (outcome.outcome) {
    case 'already-reviewed': {
      const { status: what, ...change } = outcome.review
      return <LaterChangeSentence change={{ what, ...change }} />
    }
    case 'revised':
      return <LaterChangeSentence change={outcome.change} />
    case 'withdrawn':
      return t('adminSubmissions.withdrawnOne')
    case 'not-found':
      return t('adminSubmissions.gone')
    case 'conflict-of-interest':
      return t('adminSubmissions.ofInterestOne')
    case 'conflict':
      return t('adminSubmissions.conflictOne')
    case 'reviewed':
      return null
  }
}
