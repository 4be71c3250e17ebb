// The selected submissions, and the request that reviews them.

import type {
  ProjectCard,
  ReviewRequest,
  ReviewManyRequest,
  ReviewOutcome,
} from '@thirty/contracts/projects/api.ts'
import { hasPlaceholder, maxReviewsAtOnce } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { create } from 'zustand'
import { request } from '../../../shared/http/http.ts'
import { conflictWith } from '../../../shared/judging/own-judging.tsx'
import { onUserChange } from '../../../shared/storage/user-change.ts'
import { reviewProjects } from '../review/reviews.tsx'
import { shownList } from '../submissions-data.ts'

/** The ids of the selected submissions, in the order of their selection, at most `maxReviewsAtOnce`. */
export const useSelection = create<readonly string[]>()(() => [])

const setSelection = (ids: readonly string[]): void =>
  useSelection.setState(ids.slice(0, maxReviewsAtOnce), true)

onUserChange(() => clearSelection())

export const clearSelection = (): void => setSelection([])

/** Adds submissions to the selection until it is full. */
export const select = (added: readonly string[]): void =>
  setSelection([...new Set([...useSelection.getState(), ...added])])

export const deselect = (removed: readonly string[]): void =>
  setSelection(useSelection.getState().filter((id) => !removed.includes(id)))

/** Selects a submission, or removes it from the selection. A full selection takes no more. */
export const toggleSelected = (id: string): void =>
  useSelection.getState().includes(id) ? deselect([id]) : select([id])

/** Removes submissions from the selection that are not in the list any more. */
export function keepListed(projects: readonly ProjectCard[]): void {
  const listed = new Set(projects.map(({ _id }) => _id))
  const gone = useSelection.getState().filter((id) => !listed.has(id))
  if (gone.length > 0) deselect(gone)
}

/** The last request without a response. The versions on screen may be newer by now; `content` has none. */
let unanswered: { content: string; body: ReviewManyRequest } | undefined
onUserChange(() => (unanswered = undefined))

/** Returns the selected submissions that this admin must not review. */
export const leftOut = (projects: readonly ProjectCard[], ids: readonly string[]): readonly ProjectCard[] =>
  projects.filter(({ _id, user }) => ids.includes(_id) && conflictWith(user._id) !== undefined)

/**
 * Reviews the selected submissions without the excluded ones, and returns what happened to each. Submissions that others changed at the same time
 * stay selected; after a failure all do. The same review of the same submissions is sent again as it was, with its versions, until it is
 * answered.
 */
export async function reviewSelected(review: ReviewRequest): Promise<ReviewOutcome[]> {
  const ids = useSelection.getState()
  const rows = shownList()?.projects ?? []
  const omitted = leftOut(rows, ids).map(({ _id }) => _id)
  const projectIds = ids.filter((id) => !omitted.includes(id))
  const content = JSON.stringify({ ...review, projectIds })
  if (unanswered?.content !== content) {
    const versions = rows.flatMap(({ _id, version }) =>
      version !== undefined && projectIds.includes(_id) ? [[_id, version] as const] : [],
    )
    const body = {
      ...review,
      projectIds,
      ...(review.reason && hasPlaceholder(review.reason) && { fillPlaceholders: true }),
      ...(versions.length > 0 && { versions: Object.fromEntries(versions) }),
    }
    unanswered = { content, body }
  }
  const { body } = unanswered
  const outcomes = await reviewProjects(
    projectIds,
    review,
    async () => (await request('POST', '/api/admin/reviews', { body })).outcomes,
  )
  unanswered = undefined
  const done = outcomes.filter(({ outcome }) => outcome !== 'conflict' && outcome !== 'revised')
  deselect([...done.map(({ projectId }) => projectId), ...omitted])
  return outcomes
}
