// Which selected submissions are reviewed, and the request that reviews them.

import type { ProjectCard, ReviewRequest } from '@thirty/contracts/projects/api.ts'
import type { ReviewManyRequest, ReviewOutcome } from '@thirty/contracts/projects/reviews-api.ts'
import { hasPlaceholder } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { newIdempotencyKey } from '../../../shared/http/command-keys.ts'
import { conflictWith } from '../../../shared/judging/own-judging.ts'
import { onUserChange } from '../../../shared/storage/user-data.ts'
import { sendReviews } from '../api.ts'
import { reviewProjects } from '../review/reviews.ts'
import { shownList } from '../submissions-data.ts'
import { deselect, useSelection } from './selection-store.ts'

/** The last request without a response, and its idempotency key. The versions on screen may be newer by now; `content` has none. */
let unanswered: { content: string; key: string; request: ReviewManyRequest } | undefined
onUserChange(() => (unanswered = undefined))

/** Returns the selected submissions that this admin must not review. */
export const leftOut = (projects: readonly ProjectCard[], ids: readonly string[]): readonly ProjectCard[] =>
  projects.filter(({ _id, user }) => ids.includes(_id) && conflictWith(user._id) !== undefined)

/**
 * Reviews the selected submissions without the excluded ones, and returns what happened to each. Submissions that others changed at the same time
 * stay selected; after a failure all do. The same review of the same submissions is sent again as it was, with its versions
 * and its idempotency key, until it is answered.
 */
export async function reviewSelected(review: ReviewRequest): Promise<ReviewOutcome[]> {
  const { ids } = useSelection.getState()
  const omitted = leftOut(rowsOnScreen(), ids).map(({ _id }) => _id)
  const projectIds = ids.filter((id) => !omitted.includes(id))
  const content = JSON.stringify({ ...review, projectIds })
  if (unanswered?.content !== content) {
    const versions = seenVersions(projectIds)
    const fills = review.reason !== undefined && hasPlaceholder(review.reason)
    const request = {
      ...review,
      projectIds,
      ...(fills && { fillPlaceholders: true }),
      ...(versions && { versions }),
    }
    unanswered = { content, key: newIdempotencyKey(), request }
  }
  const { request, key } = unanswered
  const outcomes = await reviewProjects(projectIds, review, () => sendReviews(request, key))
  unanswered = undefined
  const done = outcomes.filter(({ outcome }) => outcome !== 'conflict' && outcome !== 'revised')
  deselect([...done.map(({ projectId }) => projectId), ...omitted])
  return outcomes
}

/** Returns the versions on screen of these submissions; undefined if the server sends none. */
function seenVersions(ids: readonly string[]): Record<string, string> | undefined {
  const known = rowsOnScreen().flatMap(({ _id, version }) =>
    version !== undefined && ids.includes(_id) ? [[_id, version] as const] : [],
  )
  return known.length > 0 ? Object.fromEntries(known) : undefined
}

const rowsOnScreen = (): readonly ProjectCard[] => shownList()?.projects ?? []
