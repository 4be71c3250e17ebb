import { request } from '../http/http.ts'
import { liveData, useLiveData } from '../live/live-data.ts'

/** The profiles of participants by id, as admins see them when the screen opens; live messages do not change them. */
const profiles = liveData({
  load: (user: string, signal) => request('GET', '/api/users/:user/profile', { params: { user }, signal }),
})

/** Returns the standing of a participant; undefined if the participant is not ranked, and until it is loaded. */
export function useStandingForAdmins(userId: string) {
  const standing = useLiveData(profiles, userId).data?.standing
  return standing && standing.rank !== null ? { ...standing, rank: standing.rank } : undefined
}
