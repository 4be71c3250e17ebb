// Decides about changes of the options of the installation, such as notifications and reminders. They belong to no run: a reset must not
// switch reminders on again, and a restore of an old backup must not start to send email. Backup files do not contain them. While
// notifications are off, reviews, ratings, likes and comments create none, also not afterwards, so that switching on brings no flood of old
// notifications. While reminders are off, no batch is claimed, so that the reminders of the day are sent if the option is switched on
// before the day ends. `options.changed` is a separate message, because every open leaderboard loads again at `challenge.changed`.

import type { ChangeOptionsRequest } from '@thirty/contracts/challenge/options-api.ts'
import type { ChallengeEvent } from '@thirty/contracts/challenge/events.ts'
import { changedFields } from '@thirty/contracts/given-fields.ts'
import { refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import {
  eventNetworksMessages,
  maxEventMs,
  type EventNetworks,
} from '@thirty/contracts/endpoints/event-networks.ts'
import type { ChallengeOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import { say } from '@thirty/contracts/texts/text.ts'

/**
 * Changes options. `hasSecondFactor`: whether the caller has one; who has none would be locked out by the need of one. `now`: when an event
 * that is named begins. Throws `no-second-factor` and `invalid-fields`.
 */
export function changeOptions(
  options: ChallengeOptions,
  { eventNetworks, ...change }: ChangeOptionsRequest,
  { hasSecondFactor, now }: { hasSecondFactor: boolean; now: number },
): ChallengeEvent[] {
  const isNewNeed = change.ownersNeedTwoFactor === true && !options.ownersNeedTwoFactor
  if (isNewNeed && !hasSecondFactor) refuse('no-second-factor', say('secondFactorFirst'))
  const isNewEvent = eventNetworks !== undefined && !isSameEvent(eventNetworks, options.eventNetworks)
  if (isNewEvent && eventNetworks !== null) refuseWrongEnd(eventNetworks, now)
  const data = { ...changedFields(options, change), ...(isNewEvent && { eventNetworks }) }
  return Object.keys(data).length === 0 ? [] : [{ type: 'ChallengeOptionsChanged', data }]
}

const isSameEvent = (one: EventNetworks | null, other: EventNetworks | null): boolean =>
  one?.until === other?.until &&
  JSON.stringify(one?.networks.toSorted()) === JSON.stringify(other?.networks.toSorted())

function refuseWrongEnd({ until }: EventNetworks, now: number): void {
  const end = Date.parse(until)
  if (end > now && end <= now + maxEventMs) return
  refuseField('eventNetworks.until', eventNetworksMessages.end)
}
