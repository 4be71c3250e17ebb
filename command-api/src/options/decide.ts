import type { ChangeOptionsRequest } from '@thirty/contracts/api/challenge/options.ts'
import type { ChallengeOptions } from '@thirty/contracts/rules/challenge-options.ts'
import type { OptionsEvent } from '../options-fold.ts'

/** Changes options. The event has only the changed options, so a change by another admin in the meantime stays. */
export function changeOptions(options: ChallengeOptions, change: ChangeOptionsRequest): OptionsEvent[] {
  const { notifications, emailReminders, wantedRatings, normalisedScores } = change
  const data: OptionsEvent['data'] = {
    ...(notifications !== undefined && notifications !== options.notifications && { notifications }),
    ...(emailReminders !== undefined && emailReminders !== options.emailReminders && { emailReminders }),
    ...(wantedRatings !== undefined && wantedRatings !== options.wantedRatings && { wantedRatings }),
    ...(normalisedScores !== undefined &&
      normalisedScores !== options.normalisedScores && { normalisedScores }),
  }
  return Object.keys(data).length === 0 ? [] : [{ type: 'ChallengeOptionsChanged', data }]
}
