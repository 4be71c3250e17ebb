import type { PublicProfileResponse } from '@thirty/contracts/accounts/public-profile-api.ts'
import type { LeaderboardChanged } from '@thirty/contracts/live/live.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, reloadsOn } from '../../shared/live/live-data.ts'

/** The public profiles by id or username. */
export const profileOf = liveData<PublicProfileResponse, string>({
  load: (user, signal) => request('GET', '/api/users/:user/profile', { params: { user }, signal }),
  // Few users watch the same profile.
  reloadDelayMs: 300,
  messages: {
    // The rank also changes with the points of others. For the first hundred participants this message contains it.
    'leaderboard.changed': { apply: applyRows },
    // From read models with positions of their own.
    'profile.changed': reloadsOn('profile'),
    'challenge.changed': reloadsOn('challenge'),
  },
})

function applyRows(data: PublicProfileResponse, { rows, totals }: LeaderboardChanged): PublicProfileResponse {
  if (data.standing === null) return data
  const totalParticipants = totals.totalUsers
  const row = rows.find(({ id }) => id === data.person.id)
  if (row === undefined && totalParticipants === data.standing.totalParticipants) return data
  const { rank, totalPoints, projectsSubmitted, projectQuality, streak, days } = row ?? data.standing
  const standing = { rank, totalPoints, projectsSubmitted, projectQuality, streak, days, totalParticipants }
  return { ...data, standing }
}
