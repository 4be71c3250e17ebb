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
type Selection = { ids: readonly string[] }

const none: Selection = { ids: [] }

export const useSelection = create<Selection>()(() => none)

onUserChange(() => clearSelection())

export const clearSelection = (): void => useSelection.setState(none)

/** Selects a submission, or removes it from the selection. A full selection takes no more. */
export const toggleSelected = (id: string): void =>
  useSelection.setState(({ ids }) => ({ ids: ids.includes(id) ? without(ids, [id]) : limited([...ids, id]) }))

/** Adds submissions to the selection until it is full. */
export const select = (added: readonly string[]): void =>
  useSelection.setState(({ ids }) => ({ ids: limited([...new Set([...ids, ...added])]) }))

export const deselect = (removed: readonly string[]): void =>
  useSelection.setState(({ ids }) => ({ ids: without(ids, removed) }))

/** Removes submissions from the selection that are not in the list any more. */
export function keepListed(projects: readonly ProjectCard[]): void {
  const { ids } = useSelection.getState()
  if (ids.length === 0) return
  const listed = new Set(projects.map(({ _id }) => _id))
  if (ids.some((id) => !listed.has(id))) deselect(ids.filter((id) => !listed.has(id)))
}

const limited = (ids: readonly string[]) => ids.slice(0, maxReviewsAtOnce)
const without = (ids: readonly string[], removed: readonly string[]) =>
  ids.filter((id) => !removed.includes(id))

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
  const { ids } = useSelection.getState()
  const omitted = leftOut(rowsOnScreen(), ids).map(({ _id }) => _id)
  const projectIds = ids.filter((id) => !omitted.includes(id))
  const content = JSON.stringify({ ...review, projectIds })
  if (unanswered?.content !== content) {
    const versions = seenVersions(projectIds)
    const fills = review.reason !== undefined && hasPlaceholder(review.reason)
    const body = {
      ...review,
      projectIds,
      ...(fills && { fillPlaceholders: true }),
      ...(versions && { versions }),
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

/** Returns the versions on screen of these submissions; undefined if the server sends none. */
function seenVersions(ids: readonly string[]): Record<string, string> | undefined {
  const known = rowsOnScreen().flatMap(({ _id, version }) =>
    version !== undefined && ids.includes(_id) ? [[_id, version] as const] : [],
  )
  return known.length > 0 ? Object.fromEntries(known) : undefined
}

const rowsOnScreen = (): readonly ProjectCard[] => shownList()?.projects ?? []
