// What the screen of judging shows, live: `judgingData` has all but the two lists with normalised averages, which load beside it.

import type {
  JudgedProjectsResponse,
  JudgingResponse,
  NormalisedStandingsResponse,
} from '@thirty/contracts/judging/api.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, reloads, reloadsOn, pagesOf } from '../../shared/live/live-data.ts'
import type { LiveDefinition } from '../../shared/live/live-types.ts'
import { t } from '../../shared/i18n/t.ts'

/** Every figure may change with every rating, so the data is loaded again. Only admins receive the messages. */
const upkeep = {
  reloadDelayMs: 500,
  messages: {
    'judging.changed': reloads,
    'options.changed': reloadsOn('options'),
    // A new run begins without ratings.
    'challenge.changed': reloadsOn('challenge'),
  },
} satisfies Partial<LiveDefinition<unknown>>

export const judgingData = liveData<JudgingResponse>({
  ...upkeep,
  load: (_key, signal) => request('GET', '/api/admin/judging', { signal }),
  failedText: t('serverTexts.somethingWentWrong'),
})

/** The leaderboard beside the standings by normalised averages. */
export const normalisedStandings = liveData<NormalisedStandingsResponse>({
  ...upkeep,
  load: (_key, signal) => request('GET', '/api/admin/judging/standings', { signal }),
  isEmpty: ({ compared }) => compared === 0,
})

/** The rated projects, those with the widest spread first. */
export const judgedProjects = liveData<JudgedProjectsResponse>({
  ...upkeep,
  ...pagesOf('projects', {
    pageSize: 20,
    fetchPage: (_key: undefined, query, signal) =>
      request('GET', '/api/admin/judging/projects', { query, signal }),
    idOf: ({ projectId }) => projectId,
  }),
  isEmpty: ({ projects }) => projects.length === 0,
})
