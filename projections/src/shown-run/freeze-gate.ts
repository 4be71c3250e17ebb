import type { History } from '@thirty/contracts/rules/history.ts'
import type { Clock } from '@thirty/infra/clock.ts'

/** Milliseconds before a freeze from which on its public view has to be shown: the clocks of processes differ a little. */
const marginMs = 1_000

/**
 * Knows the freeze of the current run, and says whether read models may answer everybody but admins. Nobody but admins is answered
 * when the leaderboard is frozen and the read models that tell nothing of later ratings are not shown yet (decisions, 0074).
 */
export class FreezeGate {
  #newest: History
  readonly #clock: Clock

  constructor(history: History, clock: Clock) {
    this.#newest = history
    this.#clock = clock
  }

  /** To be called with the history of the current run whenever it is read. */
  update(history: History): void {
    this.#newest = history
  }

  /** Whether everybody may read the read models of this history now. */
  admits([shown]: History): boolean {
    const { run, frozenAt } = this.#newest[0]
    if (frozenAt === undefined || shown.run !== run || shown.frozenAt === frozenAt) return true
    return this.#clock() < frozenAt - marginMs
  }
}
