import type { ProfileStanding } from '@thirty/contracts/accounts/public-profile-api.ts'
import { request } from '../http/http.ts'
import { liveData, useLiveData } from '../live/live-data.ts'

type RankedStanding = ProfileStanding & { rank: number }

/** The standings of participants by id, as admins see them when the screen opens; live messages do not change them. Null without a rank. */
const standings = liveData<RankedStanding | null, string>({
  load: async (user, signal) => {
    const { standing } = await request('GET', '/api/users/:user/profile', { params: { user }, signal })
    return standing && isRanked(standing) ? standing : null
  },
})

const isRanked = (standing: ProfileStanding): standing is RankedStanding => standing.rank !== null

/** Returns the standing of a participant; null if the participant is not ranked, undefined until it is loaded. */
export const useStandingForAdmins = (userId: string): RankedStanding | null | undefined =>
  useLiveData(standings, userId).data
