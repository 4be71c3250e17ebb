// Ratings that move the first participants of the leaderboard, and the projects that they are for.

import type { SubmitRatingRequest } from '@thirty/contracts/judging/ratings-api.ts'
import { perCriterion } from '@thirty/contracts/judging/ratings.ts'
import { boardResponse } from '@thirty/contracts/leaderboard/api.ts'
import { isApproved, participantId, participantProjectId } from './seed-community.ts'

type Leaders = {
  address: string
  headers: Readonly<Record<string, string>>
  /** How many of the first participants. */
  count: number
  participants: number
  days: number
}

/** Returns the ids of the approved projects of the first participants of the leaderboard, for each participant. */
export async function projectsOfLeaders({
  address,
  headers,
  count,
  participants,
  days,
}: Leaders): Promise<string[][]> {
  const board = await fetch(`${address}/api/leaderboard/leaderboard?limit=${count}`, { headers })
  const { data } = boardResponse.parse(await board.json())
  const numbers = new Map(
    Array.from({ length: participants }, (_, number) => [participantId(number), number]),
  )
  return data.map(({ _id }) => {
    const leader = numbers.get(_id)
    if (leader === undefined) throw new Error(`The leaderboard has an unknown participant, ${_id}.`)
    return Array.from({ length: days }, (_, index) => index + 1)
      .filter((day) => isApproved(leader, day))
      .map((day) => participantProjectId(leader, day))
  })
}

/**
 * Yields ratings that move participants on the leaderboard: of any of these projects, by one to five stars. The same ones in each run
 * with the same projects.
 */
export function* movingRatings(
  leaders: readonly (readonly string[])[],
): Generator<SubmitRatingRequest, never> {
  const projects = leaders.flat()
  for (let count = 0; ; count += 1) {
    // A large prime: neighbours on the leaderboard do not follow each other.
    const projectId = projects[(count * 7919) % projects.length]
    if (projectId === undefined) throw new Error('The benchmark needs projects that it may rate.')
    yield { projectId, criteria: perCriterion(() => 1 + ((count * 7) % 5)), feedback: '' }
  }
}
