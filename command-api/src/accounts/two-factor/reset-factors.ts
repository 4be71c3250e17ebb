import { refuse } from '@thirty/contracts/refusals.ts'
import { allSessionsRevoked } from '../decide.ts'
import { isAccount } from '../evolve.ts'
import { loadAccount } from '../load-account.ts'
import { changeFactors, type ChangeFactorsParts } from './change-factors.ts'
import { hadSecondFactor } from './facts.ts'
import type { NotifyOfFactors } from './mails.ts'
import { isOn, noSecondFactors } from './second-factors.ts'

type ResetParts = ChangeFactorsParts & { notifyOfFactors: NotifyOfFactors }

/**
 * Removes all second factors of a user who has lost them, for an operator, and ends all sessions: one of them may be of the person who
 * has the factors now. Repeated, it completes a reset that was interrupted. Returns the log position. Throws `user-not-found`, `no-second-factor`.
 */
export async function resetFactors(
  deps: ResetParts,
  { user, by, correlation }: { user: string; by: string; correlation: string },
): Promise<bigint> {
  const before = await loadAccount(deps.commands, user)
  if (before === undefined) refuse('user-not-found', 'User not found')
  const { account, facts } = await changeFactors(deps, {
    user,
    actor: by,
    correlation,
    decide: (factors) => {
      if (isOn(factors)) return noSecondFactors
      // An earlier reset may have ended before it was recorded, with the sessions still open.
      if (!hadSecondFactor(before.factorFacts))
        refuse('no-second-factor', 'This account has no second factor.')
      return factors
    },
    record: (state) =>
      isAccount(state) ? [{ type: 'SecondFactorsReset', data: {} }, allSessionsRevoked(state)] : [],
  })
  deps.notifyOfFactors(account.account, facts)
  return account.position
}
