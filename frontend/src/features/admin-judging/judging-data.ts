// What the screen of judging shows, live: `judgingData` has all but the two lists with normalised averages, which load beside it.

import type { JudgedProjectsResponse } from '@thirty/contracts/judging/api.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, pagesOf } from '../../shared/live/live-data.ts'
import { judgingUpkeep } from '../../shared/judging/judging-requests.ts'
import { t } from '../../shared/i18n/t.ts'

export const judgingData = liveData({
  ...judgingUpkeep,
  load: (_key: undefined, signal) => request('GET', '/api/admin/judging', { signal }),
  failedText: t('serverTexts.somethingWentWrong'),
})

/** The leaderboard beside the standings by normalised averages. */
export const normalisedStandings = liveData({
  ...judgingUpkeep,
  load: (_key: undefined, signal) => request('GET', '/api/admin/judging/standings', { signal }),
  isEmpty: ({ compared }) => compared === 0,
})

/** The rated projects, those with the widest spread first. */
export const judgedProjects = liveData<JudgedProjectsResponse>({
  ...judgingUpkeep,
  ...pagesOf('projects', {
    pageSize: 20,
    fetchPage: (_key: undefined, query, signal) =>
      request('GET', '/api/admin/judging/projects', { query, signal }),
    idOf: ({ projectId }) => projectId,
  }),
})
