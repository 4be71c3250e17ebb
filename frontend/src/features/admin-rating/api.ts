import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { OwnRating } from '@thirty/contracts/judging/ratings-api.ts'
import type { Criteria } from '@thirty/contracts/judging/ratings.ts'
import { request } from '../../shared/http/http.ts'
import { liveData } from '../../shared/live/live-data.ts'
import { t } from '../../shared/i18n/t.ts'

/** A project, and the rating that this admin has given it, null without one. The form begins with it. */
export const ratedProject = liveData<{ project: ProjectCard; ownRating: OwnRating | null }, string>({
  load: async (projectId, signal) => {
    const options = { params: { projectId }, area: 'admin', signal } as const
    const [{ project }, { rating }] = await Promise.all([
      request('GET', '/api/projects/:projectId', options),
      request('GET', '/api/ratings/project/:projectId/mine', options),
    ])
    return { project, ownRating: rating }
  },
  isAlwaysFresh: true,
  failedText: t('common.projectFailed'),
})

type Rating = {
  projectId: string
  criteria: Criteria
  feedback: string
  /** The version that the admin saw. */
  version?: string | undefined
}

/** Returns the project that this admin should rate next, without `except` and projects that other admins have open. */
export const fetchNextUnrated = (except: string) =>
  request('GET', '/api/admin/next-unrated', { query: { except }, area: 'admin' })

/** Submits a rating; it replaces the admin's earlier rating of the project. */
export const submitRating = (rating: Rating) =>
  request('POST', '/api/ratings/submit', { body: rating, area: 'admin' })
