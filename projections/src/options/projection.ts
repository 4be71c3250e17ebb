// The options of the installation, independent of the run.

import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import {
  defaultOptions,
  evolveOptions,
  type ChallengeOptions,
} from '@thirty/contracts/challenge/challenge-options.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'

const optionEvents = pickEvents(challengeEvents, 'ChallengeOptionsChanged')

/** The id of the only document; it is missing until an option was switched. */
export const optionsDocumentId = 'current'

export const optionsProjection: Projection<ChallengeOptions, typeof optionEvents> = {
  name: 'options',
  version: 3,
  streams: ['challenge'],
  events: optionEvents,
  documentIds: () => [optionsDocumentId],
  evolve: (options = defaultOptions, event) => evolveOptions(options, event),
  indexEntries: () => ({}),
}
