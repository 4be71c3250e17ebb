import { request } from '../http/http.ts'
import { changeChallenge } from './current-day.ts'

/** Ends the freeze of the leaderboard: everybody sees the final standings. Fails with status 409 if it is not frozen. */
export const revealStandings = () => changeChallenge(request('POST', '/api/admin/challenge/reveal'))
