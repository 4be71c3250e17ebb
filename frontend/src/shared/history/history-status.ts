import type { HistoryStatus } from '@thirty/contracts/backups/api.ts'
import { request } from '../http/http.ts'
import { liveData, useLiveData } from '../live/live-data.ts'

/** The response has no position. A message that arrives during a load is newer than its response. */
const historyStatus = liveData<HistoryStatus>({
  load: async (_key, signal) => {
    const { success: _, ...status } = await request('GET', '/api/admin/history', { area: 'admin', signal })
    return status
  },
  messages: { 'history.changed': { sequence: () => 'history', apply: (_, { status }) => status } },
})

/** Returns the current run, the shown run and the progress of a switch inside a component; undefined until it is loaded. */
export const useHistoryStatus = (): HistoryStatus | undefined => useLiveData(historyStatus).data

/** Loads the state of the history again. A failure is ignored: the next message or resync brings it. */
export const refreshHistory = (): Promise<void> => historyStatus.refresh().catch(() => undefined)

/** Returns whether the leaderboard of a new run is being built. While that fails, another backup can be restored. */
export const isBuilding = (status: HistoryStatus | undefined): boolean => status?.state === 'building'
