// Participants of the leaderboard as other slices need them: submissions, points and rank of users, the days on which they submitted, the
// standing on a profile, and the first ones. `query.ts` has the queries of the leaderboard itself.

import type { ProfileStanding } from '@thirty/contracts/accounts/public-profile-api.ts'
import type { BoardRow } from '@thirty/contracts/leaderboard/api.ts'
import type { Scoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import { boardDay } from './board-row.ts'
import { pointsWith, type Participant } from './participant.ts'
import { rankIn, type Standings } from './standings.ts'

export function contributions({
  store,
  readModel,
  timeZone,
}: Pick<Standings, 'store' | 'readModel' | 'timeZone'>) {
  /** Rank is null for an unranked participant. */
  const contribution = async (id: string, participant: Participant | undefined) => {
    const rank = participant ? await rankIn(store, readModel, id) : null
    const { projects = 0, totalPoints = 0 } = participant?.score ?? {}
    return { id, submissions: projects, points: totalPoints, rank }
  }

  const participantsOf = async (ids: readonly string[]) =>
    ids.length === 0 ? [] : store.load<Participant>(readModel, ids)

  return {
    /** Returns the first participants by number of projects, then by rank. */
    first: async (limit: number) => {
      const found = await store.range<Participant>(readModel, 'projects', { offset: 0, limit })
      return Promise.all(found.map(({ id, document }) => contribution(id, document)))
    },
    /** Returns the contributions of these users; zeros for a user who is not on the leaderboard. */
    of: async (ids: readonly string[]) => {
      const participants = await participantsOf(ids)
      return Promise.all(ids.map((id, index) => contribution(id, participants[index])))
    },
    /** Returns the days on which each user submitted, rejected projects included, withdrawn ones not; also if not ranked. */
    submittedDays: async (ids: readonly string[]): Promise<BoardRow['days'][]> =>
      (await participantsOf(ids)).map((participant) => participant?.projects.map(boardDay) ?? []),
    /** Returns the standing of a user, also of a deleted account; `undefined` for somebody who does not take part. */
    standingOf: async (id: string): Promise<ProfileStanding | undefined> => {
      const [[participant], rank, totalParticipants] = await Promise.all([
        store.load<Participant>(readModel, [id]),
        rankIn(store, readModel, id),
        store.count(readModel, 'points'),
      ])
      if (participant === undefined) return undefined
      const { totalPoints, projects, quality, streak } = participant.score
      return {
        rank,
        totalParticipants,
        totalPoints,
        projectsSubmitted: projects,
        projectQuality: quality,
        streak,
        days: participant.projects.map(boardDay),
      }
    },
    /** Returns the first participants in their order, with the points that they would have with another scoring. */
    compared: async (limit: number, scoring: Scoring) => {
      const rows = await store.range<Participant>(readModel, 'points', { offset: 0, limit })
      return rows.map(({ id, rank, document }) => ({
        id,
        ...nameAs('name', document),
        username: document.username,
        rank: rank + 1,
        points: document.score.totalPoints,
        otherPoints: pointsWith(document, { timeZone, scoring }),
      }))
    },
  }
}
