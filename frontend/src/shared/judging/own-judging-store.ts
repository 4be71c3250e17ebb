import type { OwnJudgingResponse } from '@thirty/contracts/api/admin/judging.ts'
import { request } from '../http/http.ts'
import { createLiveStore } from '../live/live-store.ts'

/** How long a message waits for others before the data is loaded again, in milliseconds. Only admins receive it. */
const reloadDelayMs = 500

/** What this admin needs to know while they rate a project, or any project without a key. */
export const ownJudgingStore = createLiveStore<OwnJudgingResponse, string | undefined>({
  initialKey: undefined,
  load: ({ key, signal }) =>
    request('GET', '/api/admin/judging/mine', {
      query: key === undefined ? {} : { project: key },
      area: 'admin',
      signal,
    }),
  reloadDelayMs,
  messages: {
    'judging.changed': { apply: reloaded },
    'options.changed': { sequence: () => 'options', apply: reloaded },
    // A new run begins without calibration projects.
    'challenge.changed': { sequence: () => 'challenge', apply: reloaded },
  },
})

function reloaded(own: OwnJudgingResponse, _message: unknown, reload: () => void): OwnJudgingResponse {
  reload()
  return own
}

/** Returns what the store has about a project, or about the admin alone; undefined until it is loaded. */
export const useOwnJudging = (projectId?: string): OwnJudgingResponse | undefined =>
  ownJudgingStore.use(({ key, view }) =>
    key === projectId && view.state === 'ready' ? view.data : undefined,
  )
