// The standings of participants at positions in the past. Like the figures of backups they follow from events of the challenge alone, so
// they never change and are the same in every installation. The deletion of an account changes none of them.

import { withScoringAt, type History } from '@thirty/contracts/challenge/history.ts'
import { entriesUpTo } from '@thirty/infra/entries-up-to.ts'
import { LRUCache } from 'lru-cache'
import type { PastStanding } from '../../summaries.ts'
import { contendersOf } from './board-digest.ts'
import type { ChallengeState } from '@thirty/contracts/challenge/challenge-state.ts'
import { lineageKey } from './lineage.ts'
import type { PastBoards } from './past-boards.ts'

/** Most standings that are kept. */
const maxStandings = 2_000

export class PastStandings {
  readonly #boards: PastBoards
  readonly #challenge: () => Promise<ChallengeState>
  readonly #known = new LRUCache<string, PastStanding>(entriesUpTo(maxStandings))
  #replacements = 0

  constructor(boards: PastBoards, challenge: () => Promise<ChallengeState>) {
    this.#boards = boards
    this.#challenge = challenge
  }

  /**
   * Returns the standing of a user in a history at a position, which must not be after the end of the log; `undefined` for a user
   * without a project that counts. Throws like `PastBoards.at`.
   */
  async at(history: History, position: bigint, user: string): Promise<PastStanding | undefined> {
    const challenge = await this.#challenge()
    await this.#boards.refresh()
    const { replacements } = this.#boards
    if (this.#replacements !== replacements) {
      this.#replacements = replacements
      this.#known.clear()
    }
    const key = `${lineageKey(withScoringAt(history, position), position, challenge)}@${position} ${user}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const { documents } = await this.#boards.at(history, position, challenge)
    const contenders = contendersOf(documents)
    const index = contenders.findIndex(({ id }) => id === user)
    const own = documents.get(user)
    if (own === undefined || own.score.projects === 0) return undefined
    const points = own.score.totalPoints
    const standing = { points, rank: index < 0 ? null : index + 1, participants: contenders.length }
    if (replacements === this.#boards.replacements) this.#known.set(key, standing)
    return standing
  }
}
