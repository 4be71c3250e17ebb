import type { ChangeOptionsRequest } from '@thirty/contracts/api/challenge/options.ts'
import type { ChallengeOptions } from '@thirty/contracts/rules/challenge-options.ts'
import type { OptionsEvent } from '../options-fold.ts'

/** Switches options. The event has only the changed options, so a switch by another admin in the meantime stays. */
export function changeOptions(options: ChallengeOptions, change: ChangeOptionsRequest): OptionsEvent[] {
  const { notifications, emailReminders } = change
  const data: OptionsEvent['data'] = {
    ...(notifications !== undefined && notifications !== options.notifications && { notifications }),
    ...(emailReminders !== undefined && emailReminders !== options.emailReminders && { emailReminders }),
  }
  return Object.keys(data).length === 0 ? [] : [{ type: 'ChallengeOptionsChanged', data }]
}
