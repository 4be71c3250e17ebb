// Says in a toast what happened to several submissions: "2 rejected. 1 was already approved by Tobias Kern."

import { Fragment, type ReactNode } from 'react'
import type { ReviewRequest } from '@thirty/contracts/projects/api.ts'
import type { ReviewOutcome } from '@thirty/contracts/projects/reviews-api.ts'
import { distinctNames } from '../../../shared/people/people.tsx'
import { authorOf } from '../../../shared/reviews/later-change.tsx'
import { ownUserId } from '../../../shared/session/session.ts'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { t } from '../../../shared/i18n/t.ts'

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
    text: outcomeSentences(outcomes, { status, ownId: ownUserId() }),
    ...(others.length > 0 && {
      action: { label: t('adminSubmissions.showEach'), onPress: () => showEach(others) },
    }),
  })
}

/** `ownId`: that of the admin who sent the reviews. */
export function outcomeSentences(
  outcomes: readonly ReviewOutcome[],
  { status, ownId }: { status: Status; ownId: string | undefined },
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
    ...earlierReviews(outcomes, ownId),
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
function earlierReviews(outcomes: readonly ReviewOutcome[], ownId: string | undefined): ReactNode[] {
  const reviews = outcomes.flatMap((each) => (each.outcome === 'already-reviewed' ? each.review : []))
  const nameOf = distinctNames(reviews.map(authorOf))
  return reviews.flatMap((review, index) => {
    const isOfGroup = ({ status, by }: typeof review) => status === review.status && by === review.by
    if (reviews.findIndex(isOfGroup) < index) return []
    const count = reviews.filter(isOfGroup).length
    const isApproval = review.status === 'approved'
    if (review.by === ownId)
      return t(isApproval ? 'adminSubmissions.approvedByYou' : 'adminSubmissions.rejectedByYou', { count })
    const values = { count, name: nameOf(authorOf(review)) }
    return t.rich(isApproval ? 'adminSubmissions.approvedByName' : 'adminSubmissions.rejectedByName', values)
  })
}
