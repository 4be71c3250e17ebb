// Points and rank of one participant in a history at a position in the past, for certificates. Like the figures of backups they follow from
// events of the challenge alone, so they never change and are the same in every installation. The deletion of an account changes none of
// them.

import type { ChallengeState } from '@thirty/contracts/challenge/challenge-state.ts'
import type { History } from '@thirty/contracts/challenge/history.ts'
import { entriesUpTo } from '@thirty/infra/entries-up-to.ts'
import { LRUCache } from 'lru-cache'
import { contendersOf } from '../folded-boards.ts'
import type { PastBoards } from './past-boards.ts'

const maxStandings = 2_000

/**
 * Among `participants` with a project that counts, regardless of their status. `rank` is null if the scoring excluded the participant.
 */
type PastStanding = { points: number; rank: number | null; participants: number }

/**
 * Returns a function that returns points and rank of a user in a history at a position, which must not be after the end of the log;
 * `undefined` for a user without a project that counts. It throws like `PastBoards.at`.
 */
export function pastStandings(boards: PastBoards, readChallenge: () => Promise<ChallengeState>) {
  const known = new LRUCache<string, PastStanding>(entriesUpTo(maxStandings))
  return async (history: History, position: bigint, user: string) => {
    const challenge = await readChallenge()
    await boards.refresh()
    const key = `${boards.placeName(history, position, challenge)} ${user}`
    const standing = known.get(key)
    if (standing !== undefined) return standing
    const { documents } = await boards.at(history, position, challenge)
    const own = documents.get(user)
    if (own === undefined || own.score.projects === 0) return undefined
    const contenders = contendersOf(documents)
    const index = contenders.findIndex(({ id }) => id === user)
    const computed: PastStanding = {
      points: own.score.totalPoints,
      rank: index < 0 ? null : index + 1,
      participants: contenders.length,
    }
    known.set(key, computed)
    return computed
  }
}
