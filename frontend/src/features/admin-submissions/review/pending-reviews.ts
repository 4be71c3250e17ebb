import type { ReviewRequest } from '@thirty/contracts/projects/api.ts'
import { create } from 'zustand'
import { onUserChange } from '../../../shared/storage/user-data.ts'

type PendingReviews = Readonly<Record<string, ReviewRequest['status']>>

/** The requested status of each review in progress, by project id. */
export const usePendingReviews = create<PendingReviews>(() => ({}))

onUserChange(() => usePendingReviews.setState({}, true))

/** Says that reviews are in progress until `run` has ended. */
export async function whilePending<Answer>(
  ids: readonly string[],
  { status }: ReviewRequest,
  run: () => Promise<Answer>,
): Promise<Answer> {
  usePendingReviews.setState(Object.fromEntries(ids.map((id) => [id, status])))
  try {
    return await run()
  } finally {
    const others = Object.entries(usePendingReviews.getState()).filter(([id]) => !ids.includes(id))
    usePendingReviews.setState(Object.fromEntries(others), true)
  }
}
