// A fold computes a state from the events of a stream, and commands decide on such a state: the types of both, and the functions that load
// and change a stream of one kind. `handle.ts` executes commands.

import { isEventOf, type EventFamily } from '@thirty/contracts/events/event-definition.ts'
import type { EventMetadata, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { z } from 'zod'
import type { CommandContext } from './idempotency.ts'

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

/** A command about one stream: its fold, and its decision. */
export type Command<State, Event extends AnyEvent> = Fold<State, Event> & {
  stream: string
  context: CommandContext
  /** Run of the challenge that the new events belong to; missing for accounts. */
  run?: (state: State) => number
  /** Pure. Returns the new events, `[]` for no change, or throws a refusal. */
  decide: (state: State) => readonly Event[]
  /** Called before the events of a decision are stored, and again for another try. An error that it throws ends the command. */
  beforeAppend?: () => Promise<void>
}

/**
 * A stream and its state. `revision` and `position` belong to its last event. An empty stream has revision `none` and
 * position 0, the lowest position of any log, so that clients can wait for it like for any other position.
 */
export type LoadedStream<State, Event extends AnyEvent = AnyEvent> = {
  state: State
  revision: number | 'none'
  position: bigint
  /** The events of the stream that the fold handles and that are relevant for it. */
  events: readonly Recorded<Event>[]
}

/** Executes commands, and loads streams. */
export type Commands = {
  /**
   * Executes a command: loads and folds the stream, decides, and appends with the expected revision. After a version
   * conflict it loads and decides again, up to three times, then refuses with `conflict`. A command whose events are
   * already in the stream, or which changed nothing and has an idempotency key, returns its previous result. Both count
   * only if they are relevant for the fold: in the history of another run, the command was not executed. Returns the stream after the
   * command, with its events only. If it changed nothing, `position` is where the last event by the same actor stands, because events by
   * others may be hidden from the actor; without such an event, where the first event stands.
   * Throws `key-reused`, `in-flight`, `too-many`, the refusals of `decide`, `UnsupportedEventVersion` and `LogUnavailable`.
   */
  handle<State, Event extends AnyEvent>(command: Command<State, Event>): Promise<LoadedStream<State, Event>>
  /** Loads a stream and its state. Throws `UnsupportedEventVersion` and `LogUnavailable`. */
  load<State, Event extends AnyEvent>(
    stream: string,
    fold: Fold<State, Event>,
  ): Promise<LoadedStream<State, Event>>
}

/** Returns the fold of the streams that `nameOf` names by an id, with the functions that load and change one of them. */
export const streamKind = <State, Event extends AnyEvent>(
  nameOf: (id: string) => string,
  fold: Fold<State, Event>,
) => ({
  ...fold,
  nameOf,
  /** Loads a stream and its state, as `Commands.load` does. */
  load: (commands: Pick<Commands, 'load'>, id: string) => commands.load(nameOf(id), fold),
  /** Decides in a stream, as `Commands.handle` does. */
  change: (
    commands: Pick<Commands, 'handle'>,
    id: string,
    context: CommandContext,
    decide: (state: State) => readonly Event[],
  ) => commands.handle({ ...fold, stream: nameOf(id), context, decide }),
})
