import type { EventMetadata } from '@thirty/infra/event-log/event-log.ts'

export type AnyEvent = { type: string; data: unknown }

/** An event that happened: what was decided, when (ISO time), by whom, and where it stands in the whole log. */
export type Past<Event extends AnyEvent = AnyEvent> = Event & {
  at: string
  position: bigint
  metadata: EventMetadata
}

/** How a state comes from the events of a stream. Pure. */
export type Fold<State, Event extends AnyEvent> = {
  initial: State
  evolve: (state: State, event: Past<Event>) => State
  /** Whether an event is part of the story; one of another run is not. All are when missing. */
  counts?: (event: Past<Event>) => boolean
}

/** The state after these events. */
export function folded<State, Event extends AnyEvent>(
  { evolve, counts }: Fold<State, Event>,
  state: State,
  events: readonly Past<Event>[],
): State {
  return (counts === undefined ? events : events.filter(counts)).reduce(evolve, state)
}
