import { request } from '../../shared/http/http.ts'
import { createLiveStore } from '../../shared/live/live-store.ts'
import { applySubmissionItems } from '../../shared/submissions/own-submissions.ts'
import type { Submissions } from '../../shared/submissions/own-submissions.ts'
import type { SubmissionMessage } from '@thirty/contracts/live.ts'

/** More than the thirty days of a run. */
const limit = 100

/** The submissions of one participant in the current run, by user id, updated live. */
export const userProjectsStore = createLiveStore<Submissions, string>({
  initialKey: '',
  load: ({ key: userId, signal }) =>
    request('GET', '/api/projects/user/:userId', {
      params: { userId },
      query: { limit },
      area: 'admin',
      signal,
    }),
  messages: {
    'submission.received': { apply: applyMessage },
    'submission.changed': { apply: applyMessage },
    'challenge.changed': {
      sequence: () => 'challenge',
      // A new run begins without submissions.
      apply: (submissions, _, reload) => {
        reload()
        return submissions
      },
    },
  },
})

/** Admins receive the submissions of everybody. */
function applyMessage(submissions: Submissions, { items }: SubmissionMessage): Submissions {
  const { key: userId } = userProjectsStore.getState()
  return applySubmissionItems(
    submissions,
    items.filter(({ project }) => project.user._id === userId),
  )
}
