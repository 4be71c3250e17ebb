// The submissions of one participant in the current run, by user id, updated live.

import { request } from '../../shared/http/http.ts'
import { liveData, reloadsOn } from '../../shared/live/live-data.ts'
import { applySubmissionItems, type Submissions } from '../../shared/submissions/own-submissions.ts'
import type { SubmissionMessage } from '@thirty/contracts/live/live.ts'
import { t } from '../../shared/i18n/t.ts'

/** More than the thirty days of a run. */
const limit = 100

export const projectsOfUser = liveData<Submissions, string>({
  load: (userId, signal) =>
    request('GET', '/api/projects/user/:userId', {
      params: { userId },
      query: { limit },
      area: 'admin',
      signal,
    }),
  messages: (userId) => {
    // Admins receive the submissions of everybody.
    const apply = (submissions: Submissions, { items }: SubmissionMessage) =>
      applySubmissionItems(
        submissions,
        items.filter(({ project }) => project.user._id === userId),
      )
    return {
      'submission.received': { apply },
      'submission.changed': { apply },
      // A new run begins without submissions.
      'challenge.changed': reloadsOn('challenge'),
    }
  },
  isEmpty: ({ projects }) => projects.length === 0,
  failedText: t('common.checkConnection'),
})
