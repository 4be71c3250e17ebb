// The schemas of the forms with times: of the moments of the challenge, and of events.

import { endChallengeRequest } from '@thirty/contracts/challenge/api.ts'
import {
  eventNetworks,
  invalidNetworkMessage,
  isEventNetwork,
  splitNetworks,
} from '@thirty/contracts/endpoints/event-networks.ts'
import { z } from 'zod'
import { fromZonedInput } from '../../shared/ui/display/time.tsx'
import { t } from '../../shared/i18n/t.ts'

// The forms have a time in the time zone of the challenge, the requests one in UTC (ISO).

/** From the value of a `datetime-local` field. */
const zonedTime = (timeZone: string) =>
  z
    .string()
    .transform((value) => fromZonedInput(value, timeZone))
    .refine((at) => at !== undefined, t('adminSettings.chooseTime'))
    .transform((at) => new Date(at).toISOString())

/** A start, an end and a freeze have the same time. */
export const momentForm = (timeZone: string) =>
  z.object({ at: zonedTime(timeZone) }).pipe(endChallengeRequest.required())

/** The form has a text of the networks, the request a list. */
export const eventForm = (timeZone: string) =>
  z.object({
    networks: z
      .string()
      .transform(splitNetworks)
      // Said of the whole field, not of one of its lines.
      .refine((networks) => networks.every(isEventNetwork), invalidNetworkMessage)
      .pipe(eventNetworks.shape.networks),
    until: zonedTime(timeZone),
  })
