import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import { request } from '../http/http.ts'
import { liveData } from '../live/live-data.ts'
import { useLiveData } from '../live/use-live-data.ts'

type Person = { _id: string; fullName: string }

/** The leaderboard row of a participant as admins see it when the screen opens; live messages do not change it. Null without a rank. */
const standings = liveData<BoardEntry | null, Person>({
  load: async ({ _id, fullName }, signal) => {
    const { data } = await request('GET', '/api/leaderboard/leaderboard', {
      query: { search: fullName, limit: 100 },
      area: 'admin',
      signal,
    })
    return data.find((row) => row.id === _id) ?? null
  },
})

/** Returns the leaderboard row of a participant; null if the participant is not ranked, undefined until it is loaded. */
export const useStandingForAdmins = ({ _id, fullName }: Person): BoardEntry | null | undefined =>
  useLiveData(standings, { _id, fullName }).data
