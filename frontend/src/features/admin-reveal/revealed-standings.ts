import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import { request } from '../../shared/http/http.ts'
import { liveData } from '../../shared/live/live-data.ts'
import { loadRows } from '../../shared/live/pages.ts'
import { compareStandings, type Standing } from './ceremony.ts'
import { t } from '../../shared/i18n/t.ts'
import type { Freeze } from './stored-ceremony.ts'

/** Both standings of everybody, by freeze. Data of an earlier visit may be wrong by now. */
export const revealedStandings = liveData<Standing[], Freeze>({
  load: ({ frozenAt }, signal) => fetchStandings(frozenAt, signal),
  failedText: t('adminReveal.tryLater'),
  resyncs: true,
  isAlwaysFresh: true,
})

/**
 * Loads the frozen and the final standings of all participants. `frozenAt` (ISO) is the time of the freeze. Admins are always answered
 * with the true standings, so the frozen standings are the true ones of the moment before.
 */
async function fetchStandings(frozenAt: string, signal: AbortSignal): Promise<Standing[]> {
  const at = new Date(Date.parse(frozenAt) - 1).toISOString()
  const [frozen, final] = await Promise.all([fetchRows({ at }, signal), fetchRows({}, signal)])
  return compareStandings(frozen, final)
}

async function fetchRows(moment: { at?: string }, signal: AbortSignal): Promise<BoardEntry[]> {
  const { rows } = await loadRows(Infinity, async (limit, cursor) => {
    const query = { ...moment, limit, ...(cursor !== null && { cursor }) }
    const page = await request('GET', '/api/leaderboard/leaderboard', { query, area: 'admin', signal })
    return { rows: page.data, nextCursor: page.nextCursor }
  })
  // A row that moved between two requests is on two pages; the later one is newer.
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}
