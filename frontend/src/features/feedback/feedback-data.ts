// A project and its ratings, as the screen of feedback shows them to everybody. Signed-in users receive new ones live.

import type { RatingsResponse } from '@thirty/contracts/judging/ratings-api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { request } from '../../shared/http/http.ts'
import { RequestFailed } from '../../shared/http/request-failed.ts'
import { liveData, reloadsOn } from '../../shared/live/live-data.ts'
import { pagesOf } from '../../shared/live/pages.ts'
import type { MessageRules } from '../../shared/live/updates.ts'
import { t } from '../../shared/i18n/t.ts'

/** A project with the ratings that were loaded, newest first. */
export type Feedback = Omit<RatingsResponse, 'success' | 'project'> & {
  project: NonNullable<RatingsResponse['project']>
}

export type FeedbackKey = { projectId: string; isVisitor: boolean }

const pages = pagesOf('ratings', {
  pageSize: 20,
  fetchPage: async ({ projectId }: FeedbackKey, query, signal) => {
    const { success: _, ...ratings } = await request('GET', '/api/ratings/project/:projectId', {
      params: { projectId },
      query,
      signal,
    })
    return ratings
  },
  idOf: ({ id }) => id,
})

export const feedbackData = liveData<Feedback, FeedbackKey>({
  ...pages,
  load: async (key, signal, current) => {
    const loaded = await pages.load(key, signal, current)
    return { ...loaded, project: loaded.project ?? (await fetchHiddenProject(key, signal)) }
  },
  // Few people watch one project.
  reloadDelayMs: 100,
  // Only signed-in users may join the room of a project.
  room: ({ projectId, isVisitor }) => (isVisitor ? undefined : rooms.project(projectId)),
  messages: ({ isVisitor }) => (isVisitor ? {} : messages),
})

const messages: MessageRules<Feedback> = {
  'project.rated': {
    apply: (data, { items }, reload) => {
      const item = items.findLast(({ projectId }) => projectId === data.project._id)
      if (item === undefined) return data
      // The message has the new figures, but not the rating.
      reload()
      return { ...data, averageRating: item.averageRating, ratingCount: item.ratingCount }
    },
  },
  // After a reset the project belongs to a run that is not shown.
  'challenge.changed': reloadsOn('challenge'),
}

/** Returns a rejected project for signed-in users. Rejects as if it did not exist for visitors, who may not see it. */
async function fetchHiddenProject({ projectId, isVisitor }: FeedbackKey, signal: AbortSignal) {
  if (isVisitor)
    throw new RequestFailed(
      404,
      { code: 'project-not-found', message: t('serverTexts.projectNotFound') },
      true,
    )
  return (await request('GET', '/api/projects/:projectId', { params: { projectId }, signal })).project
}
