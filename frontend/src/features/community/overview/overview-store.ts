import type { CommunityResponse } from '@thirty/contracts/api/community/community.ts'
import { rooms } from '@thirty/contracts/live.ts'
import { request } from '../../../shared/http/http.ts'
import { createLiveStore } from '../../../shared/live/live-store.ts'

/** The response has no position. */
type Overview = CommunityResponse['data'] & { position?: undefined }

/** The top contributors and the popular submissions. Live messages have no figures, so an activity loads them again. */
export const overviewStore = createLiveStore<Overview>({
  initialKey: undefined,
  room: rooms.community,
  load: async ({ signal }) => (await request('GET', '/api/community/all-data', { signal })).data,
  messages: {
    activity: { sequence: () => 'activity', apply: reloadOverview },
    'challenge.changed': { sequence: () => 'challenge', apply: reloadOverview },
  },
})

function reloadOverview(overview: Overview, _: unknown, reload: () => void): Overview {
  reload()
  return overview
}
