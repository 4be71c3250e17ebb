// The standings to reveal, and the reveal of this tab, which survives a reload.

import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import { request } from '../../shared/http/http.ts'
import { liveData } from '../../shared/live/live-data.ts'
import { t } from '../../shared/i18n/t.ts'
import { tabStorage } from '../../shared/storage/browser-storage.ts'
import { compareStandings, type Standing } from './ceremony.ts'

/** A freeze whose final standings can be revealed. `frozenAt` is the time of the freeze (ISO). */
export type Freeze = { run: number; frozenAt: string }

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

/** The server refuses larger pages. */
const limit = 200

type Part = { at?: string; cursor?: string }

async function fetchRows(part: Part, signal: AbortSignal): Promise<BoardEntry[]> {
  const query = { ...part, limit }
  const page = await request('GET', '/api/leaderboard/leaderboard', { query, signal })
  const { data, nextCursor: cursor } = page
  return cursor === null ? data : [...data, ...(await fetchRows({ ...part, cursor }, signal))]
}

/** A ceremony that has begun: its standings, at how many places it stops, and the number of steps that were made. */
export type Ceremony = { standings: readonly Standing[]; stops: number; step: number }

const key = 'thirty-reveal'

/** Returns the ceremony of this tab, which survives a reload of the page; undefined if none of this freeze has begun. */
export function loadCeremony(freeze: Freeze): Ceremony | undefined {
  const { run, frozenAt, ...ceremony } = tabStorage.read<Freeze & Ceremony>(key)
  // Safe: only `storeCeremony` writes it.
  return run === freeze.run && frozenAt === freeze.frozenAt ? (ceremony as Ceremony) : undefined
}

export const storeCeremony = (freeze: Freeze, ceremony: Ceremony): void =>
  tabStorage.set(key, JSON.stringify({ ...freeze, ...ceremony }))

export const forgetCeremony = (): void => tabStorage.remove(key)
