// Says in sentences what happened to several submissions: "2 rejected. 1 was already approved by Tobias Kern."

import { Fragment, type ReactNode } from 'react'
import type { ReviewRequest } from '@thirty/contracts/projects/api.ts'
import type { PastReview, ReviewOutcome } from '@thirty/contracts/projects/reviews-api.ts'
import { distinctNames } from '../../../shared/people/distinct-names.ts'
import { authorOf } from '../../../shared/reviews/later-change.tsx'
import { t } from '../../../shared/i18n/t.ts'

type OutcomeContext = {
  status: ReviewRequest['status']
  /** The id of the admin who sent the reviews. */
  ownId: string | undefined
}

export function outcomeSentences(outcomes: readonly ReviewOutcome[], context: OutcomeContext): ReactNode {
  const count = (kind: ReviewOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === kind).length
  const reviewed = count('reviewed')
  const sentences: ReactNode[] = []
  if (reviewed > 0)
    sentences.push(
      context.status === 'approved'
        ? t('adminSubmissions.countApproved', { count: reviewed })
        : t('adminSubmissions.countRejected', { count: reviewed }),
    )
  sentences.push(...earlierReviews(outcomes, context))
  if (count('withdrawn') > 0)
    sentences.push(t('adminSubmissions.countWithdrawn', { count: count('withdrawn') }))
  if (count('not-found') > 0) sentences.push(t('adminSubmissions.countGone', { count: count('not-found') }))
  if (count('revised') > 0) sentences.push(t('adminSubmissions.countRevised', { count: count('revised') }))
  if (count('conflict-of-interest') > 0)
    sentences.push(t('adminSubmissions.countOfInterest', { count: count('conflict-of-interest') }))
  if (count('conflict') > 0)
    sentences.push(t('adminSubmissions.countConflicts', { count: count('conflict') }))
  return sentences.map((sentence, index) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <span>{sentence}</span>
    </Fragment>
  ))
}

type EarlierReviews = {
  status: PastReview['status']
  by: 'you' | 'other'
  name: string
  count: number
}

/** One sentence for each admin and status. */
function earlierReviews(outcomes: readonly ReviewOutcome[], { ownId }: OutcomeContext): ReactNode[] {
  const groups = new Map<string, EarlierReviews>()
  const reviews = outcomes.flatMap((each) => (each.outcome === 'already-reviewed' ? each.review : []))
  const nameOf = distinctNames(reviews.map(authorOf))
  for (const review of reviews) {
    const { status } = review
    const by = review.by === ownId ? 'you' : 'other'
    const key = JSON.stringify([status, review.by])
    const group = groups.get(key) ?? { status, by, name: nameOf(authorOf(review)), count: 0 }
    groups.set(key, { ...group, count: group.count + 1 })
  }
  return [...groups.values()].map(earlierReviewSentence)
}

function earlierReviewSentence({ status, by, name, count }: EarlierReviews): ReactNode {
  const wasApproved = status === 'approved'
  if (by === 'you')
    return wasApproved
      ? t('adminSubmissions.approvedByYou', { count })
      : t('adminSubmissions.rejectedByYou', { count })
  const values = { count, name }
  return wasApproved
    ? t.rich('adminSubmissions.approvedByName', values)
    : t.rich('adminSubmissions.rejectedByName', values)
}
