import type { ChangeOptionsRequest } from '@thirty/contracts/api/challenge/options.ts'
import type { ChallengeOptions } from '@thirty/contracts/rules/challenge-options.ts'
import type { OptionsEvent } from '../options-fold.ts'

/** Switches options. The event names only those that change, so an option that another admin switched meanwhile stays. */
export function changeOptions(options: ChallengeOptions, change: ChangeOptionsRequest): OptionsEvent[] {
  const { notifications, emailReminders } = change
  const data: OptionsEvent['data'] = {
    ...(notifications !== undefined && notifications !== options.notifications && { notifications }),
    ...(emailReminders !== undefined && emailReminders !== options.emailReminders && { emailReminders }),
  }
  return Object.keys(data).length === 0 ? [] : [{ type: 'ChallengeOptionsChanged', data }]
}
