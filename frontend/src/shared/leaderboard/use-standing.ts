import type { BoardEntry } from '@thirty/contracts/api/challenge/leaderboard.ts'
import { request } from '../http/http.ts'
import { useLoadState } from '../http/use-load-state.ts'
import type { LoadState } from '../http/use-load-state.ts'
import { t } from './messages/t.ts'

type Person = { _id: string; fullName: string }

/** Returns the leaderboard row of a participant as admins see it; null if the participant is not ranked. */
async function fetchStanding({ _id, fullName }: Person, signal: AbortSignal): Promise<BoardEntry | null> {
  const { data } = await request('GET', '/api/leaderboard/leaderboard', {
    query: { search: fullName, limit: 100 },
    area: 'admin',
    signal,
  })
  return data.find((row) => row.id === _id) ?? null
}

/** Loads the leaderboard row of a participant; null if the participant is not ranked. */
export const useStanding = (person: Person): LoadState<BoardEntry | null> =>
  useLoadState({
    queryKey: ['standing', person._id],
    queryFn: (signal) => fetchStanding(person, signal),
    fallback: t('notAvailable'),
  })
