import { challengeEvents, type ChallengeEvent } from '@thirty/contracts/events/challenge.ts'
import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import {
  defaultOptions,
  evolveOptions,
  type ChallengeOptions,
} from '@thirty/contracts/rules/challenge-options.ts'
import type { Fold } from './fold.ts'

export type OptionsEvent = Extract<ChallengeEvent, { type: 'ChallengeOptionsChanged' }>

/** The options, folded from the stream of the challenge. */
export const optionsFold: Fold<ChallengeOptions, OptionsEvent> = {
  events: pickEvents(challengeEvents, 'ChallengeOptionsChanged'),
  initial: defaultOptions,
  evolve: evolveOptions,
}
