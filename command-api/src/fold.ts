// A fold computes a state from the events of a stream. Commands decide on such a state.

import { isEventOf, type EventFamily } from '@thirty/contracts/events/event-definition.ts'
import type { EventMetadata, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { z } from 'zod'

export type AnyEvent = { type: string; data: unknown }

/** An event in the log as a fold reads it: `RecordedEvent` without stream, version and revision. `at` is ISO time. */
export type Recorded<Event extends AnyEvent = AnyEvent> = Event & {
  id: string
  at: string
  position: bigint
  metadata: EventMetadata
}

/** The event definitions of a union of events: one for each type, with a schema of the same data. */
export type FamilyOf<Event extends AnyEvent> = EventFamily & {
  readonly [Type in Event['type']]: { data: z.ZodType<Extract<Event, { type: Type }>['data']> }
}

/** Folds the events of a stream into a state. Pure. */
export type Fold<State, Event extends AnyEvent> = {
  /** The events that the state depends on. Other types in the stream are ignored in every version. */
  events: FamilyOf<Event>
  initial: State
  evolve: (state: State, event: Recorded<Event>) => State
  /**
   * Returns whether an event exists for this state, because it is in the history of its run. Without it, all events count.
   * Other events are not loaded, so they are neither part of the state nor the previous result of a command.
   */
  isRelevant?: (event: Pick<RecordedEvent, 'metadata' | 'position' | 'type' | 'at'>) => boolean
}

/** The fold of commands that always append the same event, regardless of their stream. */
export const noState = <Event extends AnyEvent>(events: FamilyOf<Event>): Fold<undefined, Event> => ({
  events,
  initial: undefined,
  evolve: () => undefined,
})

/**
 * Returns whether a fold handles an event and it is relevant, and narrows its type.
 * Throws `UnsupportedEventVersion` for a relevant event of the family that a newer release wrote.
 */
export function isHandledBy<State, Event extends AnyEvent>(
  { events, isRelevant }: Pick<Fold<State, Event>, 'events' | 'isRelevant'>,
  event: RecordedEvent,
): event is RecordedEvent & Event {
  return (isRelevant === undefined || isRelevant(event)) && isEventOf(events, event)
}
