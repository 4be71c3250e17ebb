import type {
  JudgedProjectsResponse,
  JudgingResponse,
  NormalisedStandingsResponse,
} from '@thirty/contracts/api/admin/judging.ts'
import { request } from '../../shared/http/http.ts'
import { createLiveStore } from '../../shared/live/live-store.ts'

/** How long a message waits for others before the figures are loaded again, in milliseconds. Only admins receive it. */
const reloadDelayMs = 500

/** Every figure may change with every rating, so the data is loaded again. */
function reloaded<Data>(data: Data, _message: unknown, reload: () => void): Data {
  reload()
  return data
}

const otherMessages = {
  'options.changed': { sequence: () => 'options', apply: reloaded },
  // A new run begins without ratings.
  'challenge.changed': { sequence: () => 'challenge', apply: reloaded },
} as const

/** Everything about the judging but the normalised lists. */
export const judgingStore = createLiveStore<JudgingResponse>({
  initialKey: undefined,
  load: ({ signal }) => request('GET', '/api/admin/judging', { area: 'admin', signal }),
  reloadDelayMs,
  messages: { 'judging.changed': { apply: reloaded }, ...otherMessages },
})

/** The leaderboard beside the standings by normalised averages. */
export const standingsStore = createLiveStore<NormalisedStandingsResponse>({
  initialKey: undefined,
  load: ({ signal }) => request('GET', '/api/admin/judging/standings', { area: 'admin', signal }),
  reloadDelayMs,
  messages: { 'judging.changed': { apply: reloaded }, ...otherMessages },
})

const pageSize = 20
const maxPageSize = 200

/** The rated projects, those with the widest spread first. */
export const judgedProjectsStore = createLiveStore<JudgedProjectsResponse>({
  initialKey: undefined,
  load: ({ signal, current }) => {
    const limit = Math.min(maxPageSize, Math.max(pageSize, current?.projects.length ?? 0))
    return request('GET', '/api/admin/judging/projects', { query: { limit }, area: 'admin', signal })
  },
  loadMore: async ({ data: { nextCursor }, signal }) => {
    if (nextCursor === null) return (list) => list
    const page = await request('GET', '/api/admin/judging/projects', {
      query: { limit: pageSize, cursor: nextCursor },
      area: 'admin',
      signal,
    })
    return (list) => {
      const known = new Set(list.projects.map(({ projectId }) => projectId))
      const added = page.projects.filter(({ projectId }) => !known.has(projectId))
      return { ...list, projects: [...list.projects, ...added], nextCursor: page.nextCursor }
    }
  },
  reloadDelayMs,
  messages: { 'judging.changed': { apply: reloaded }, ...otherMessages },
})
