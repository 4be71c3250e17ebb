import { request } from '../http/http.ts'
import { useCurrentDay } from './current-day.ts'

/** Ends the freeze of the leaderboard: everybody sees the final standings. Fails with status 409 if it is not frozen. */
export async function revealStandings(): Promise<void> {
  const { frozenAt, frozen } = await request('POST', '/api/admin/challenge/reveal')
  useCurrentDay.setState({ frozenAt, frozen })
}
