import type { ChangeOptionsRequest } from '@thirty/contracts/api/challenge/options.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { ChallengeOptions } from '@thirty/contracts/rules/challenge-options.ts'
import type { OptionsEvent } from '../options-fold.ts'

/**
 * Changes options. The event has only the changed options, so a change by another admin in the meantime stays. `hasSecondFactor`:
 * whether the caller has one; who has none would be locked out by the need of one. Throws `no-second-factor`.
 */
export function changeOptions(
  options: ChallengeOptions,
  change: ChangeOptionsRequest,
  { hasSecondFactor }: { hasSecondFactor: boolean },
): OptionsEvent[] {
  const { notifications, emailReminders, wantedRatings, normalisedScores, ownersNeedTwoFactor } = change
  const isNewNeed = ownersNeedTwoFactor === true && !options.ownersNeedTwoFactor
  if (isNewNeed && !hasSecondFactor)
    refuse('no-second-factor', 'Set up two-factor sign-in for yourself first.')
  const data: OptionsEvent['data'] = {
    ...(notifications !== undefined && notifications !== options.notifications && { notifications }),
    ...(emailReminders !== undefined && emailReminders !== options.emailReminders && { emailReminders }),
    ...(wantedRatings !== undefined && wantedRatings !== options.wantedRatings && { wantedRatings }),
    ...(normalisedScores !== undefined &&
      normalisedScores !== options.normalisedScores && { normalisedScores }),
    ...(ownersNeedTwoFactor !== undefined &&
      ownersNeedTwoFactor !== options.ownersNeedTwoFactor && { ownersNeedTwoFactor }),
  }
  return Object.keys(data).length === 0 ? [] : [{ type: 'ChallengeOptionsChanged', data }]
}
