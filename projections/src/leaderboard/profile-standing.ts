import type { ProfileStanding } from '@thirty/contracts/api/accounts/public-profile.ts'
import { boardDay } from './board-row.ts'
import type { Participant } from './participant.ts'
import type { Standings } from './standings.ts'

/** Returns the standing of a user, also after the account was deleted; `undefined` for somebody who does not take part. */
export type FindProfileStanding = (userId: string) => Promise<ProfileStanding | undefined>

export function profileStandings({
  store,
  readModel,
}: Pick<Standings, 'store' | 'readModel'>): FindProfileStanding {
  return async (userId) => {
    const [[participant], index, totalParticipants] = await Promise.all([
      store.load<Participant>(readModel, [userId]),
      store.rank(readModel, 'points', userId),
      store.count(readModel, 'points'),
    ])
    if (participant === undefined) return undefined
    const { totalPoints, projects, quality, streak } = participant.score
    return {
      rank: index === undefined ? null : index + 1,
      totalParticipants,
      totalPoints,
      projectsSubmitted: projects,
      projectQuality: quality,
      streak,
      days: participant.projects.map(boardDay),
    }
  }
}
