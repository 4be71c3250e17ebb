import type { RatingsResponse } from '@thirty/contracts/api/projects/ratings.ts'
import { request } from '../../shared/http/http.ts'
import { createLiveStore } from '../../shared/live/live-store.ts'
import type { LogPosition } from '../../shared/live/position.ts'

/** The newest rating that the user received, preferably one with words, and its project; null without any. */
export type LatestFeedback = {
  project: NonNullable<RatingsResponse['project']>
  rating: RatingsResponse['ratings'][number]
}

/** `loadedAt` is that of the first of two responses. */
type Latest = { latest: LatestFeedback | null; position?: undefined; loadedAt?: LogPosition }

/** Notifications are newest first, and that of a rating moves up with each further rating of its project. */
const searchedNotifications = 50

async function loadLatest(signal: AbortSignal): Promise<Latest> {
  const query = { limit: searchedNotifications }
  const { notifications, position, epoch } = await request('GET', '/api/notifications', { query, signal })
  const rated = notifications.find(({ kind }) => kind === 'rated')
  const loadedAt = { position, epoch }
  if (rated === undefined || !('project' in rated)) return { latest: null, loadedAt }
  const params = { projectId: rated.project._id }
  const { project, ratings } = await request('GET', '/api/ratings/project/:projectId', { params, signal })
  const rating = ratings.find(({ feedback }) => feedback !== '') ?? ratings[0]
  return { latest: project !== null && rating !== undefined ? { project, rating } : null, loadedAt }
}

export const latestFeedbackStore = createLiveStore<Latest>({
  initialKey: undefined,
  load: ({ signal }) => loadLatest(signal),
  messages: {
    'project.rated': {
      sequence: () => 'ratings',
      apply: (loaded, _message, reload) => {
        reload()
        return loaded
      },
    },
  },
})
