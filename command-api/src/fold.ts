import type { EventMetadata } from '@thirty/infra/event-log/event-log.ts'

export type AnyEvent = { type: string; data: unknown }

/** An event that happened: what was decided, when (ISO time), by whom, and where it stands in the whole log. */
export type Recorded<Event extends AnyEvent = AnyEvent> = Event & {
  at: string
  position: bigint
  metadata: EventMetadata
}

/** How a state comes from the events of a stream. Pure. */
export type Fold<State, Event extends AnyEvent> = {
  initial: State
  evolve: (state: State, event: Recorded<Event>) => State
  /** Whether an event is part of the story; one of another run is not. All are when missing. */
  isRelevant?: (event: Recorded<Event>) => boolean
}

/** The state after these events. */
export function foldEvents<State, Event extends AnyEvent>(
  { evolve, isRelevant: counts }: Fold<State, Event>,
  state: State,
  events: readonly Recorded<Event>[],
): State {
  return (counts === undefined ? events : events.filter(counts)).reduce(evolve, state)
}
