import type { HistoryStatus } from '@thirty/contracts/api/admin/backups.ts'
import { request } from '../http/http.ts'
import { createLiveStore } from '../live/live-store.ts'

/** The response has no position. A message that arrives during a load is newer than its response. */
type LoadedStatus = HistoryStatus & { position?: undefined }

const historyStore = createLiveStore<LoadedStatus>({
  initialKey: undefined,
  load: async ({ signal }) => {
    const { success: _, ...status } = await request('GET', '/api/admin/history', { area: 'admin', signal })
    return status
  },
  messages: { 'history.changed': { sequence: () => 'history', apply: (_, { status }) => status } },
})

/** Returns the current run, the shown run and the progress of a switch inside a component; undefined until it is loaded. */
export const useHistoryStatus = (): HistoryStatus | undefined =>
  historyStore.use(({ view }) => (view.state === 'ready' ? view.data : undefined))

/** Loads the state of the history and follows its changes. Returns an unsubscribe function. */
export function followHistory(): () => void {
  const stop = historyStore.follow()
  void historyStore.load(undefined)
  return stop
}

/** Loads the state of the history again. A failure is ignored: the next message or resync brings it. */
export const refreshHistory = (): Promise<void> => historyStore.refresh().catch(() => undefined)

/** Returns whether the leaderboard of a new run is being built. While that fails, another backup can be restored. */
export const isBuilding = (status: HistoryStatus | undefined): boolean => status?.state === 'building'
