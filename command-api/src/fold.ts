import type { EventFamily } from '@thirty/contracts/events/event-definition.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { EventMetadata, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { z } from 'zod'

export type AnyEvent = { type: string; data: unknown }

/** An event in the log, with its time (ISO), its metadata and its position in the whole log. */
export type Recorded<Event extends AnyEvent = AnyEvent> = Event & {
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
  /** The events that the state depends on. Other types in the stream are ignored, whatever their version. */
  events: FamilyOf<Event>
  initial: State
  evolve: (state: State, event: Recorded<Event>) => State
  /** Returns whether the state depends on this event, for example because of its run. Without it, all events count. */
  isRelevant?: (event: Recorded<Event>) => boolean
}

/** Applies events to a state. */
export function foldEvents<State, Event extends AnyEvent>(
  { evolve, isRelevant }: Pick<Fold<State, Event>, 'evolve' | 'isRelevant'>,
  state: State,
  events: readonly Recorded<Event>[],
): State {
  return (isRelevant === undefined ? events : events.filter(isRelevant)).reduce(evolve, state)
}

/**
 * Returns whether a fold handles an event, and narrows its type.
 * Throws `UnsupportedEventVersion` for an event of the family that a newer release wrote.
 */
export function isHandledBy<Event extends AnyEvent>(
  { events }: { events: FamilyOf<Event> },
  event: RecordedEvent,
): event is RecordedEvent & Event {
  return isEventOf(events, event)
}
