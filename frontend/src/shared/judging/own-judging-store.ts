import type { OwnConflict, OwnJudgingResponse } from '@thirty/contracts/api/admin/judging.ts'
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

/** Loads it again after a change by this admin, without waiting for the message about it. */
export const refreshOwnJudging = (): Promise<void> => ownJudgingStore.refresh().catch(() => undefined)

/** Returns what the store has about a project, or about the admin alone; undefined until it is loaded. */
export const useOwnJudging = (projectId?: string): OwnJudgingResponse | undefined =>
  ownJudgingStore.use(({ key, view }) =>
    key === projectId && view.state === 'ready' ? view.data : undefined,
  )

type State = ReturnType<typeof ownJudgingStore.getState>
const none: readonly OwnConflict[] = []
const conflictsIn = ({ view }: State) => (view.state === 'ready' ? view.data.conflicts : none)

/** Returns the conflicts of interest of this admin; none until they are loaded. The server refuses what they forbid. */
export const ownConflicts = (): readonly OwnConflict[] => conflictsIn(ownJudgingStore.getState())
export const useOwnConflicts = (): readonly OwnConflict[] => ownJudgingStore.use(conflictsIn)

export const conflictWith = (
  participant: string,
  conflicts: readonly OwnConflict[],
): OwnConflict | undefined => conflicts.find((conflict) => conflict.participant === participant)
