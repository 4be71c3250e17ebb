import { catalogue, eventVersion } from '@thirty/contracts/events/catalogue.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import {
  StreamRemoved,
  VersionConflict,
  type EventLog,
  type NewEvent,
} from '@thirty/infra/event-log/event-log.ts'
import { foldEvents, type AnyEvent, type Fold, type Recorded } from './fold.ts'
import { causationOf, deriveId, isCausedBy, type CommandContext } from './idempotency.ts'
import { keyedMutex } from './keyed-mutex.ts'
import { deduplicateInFlight } from './deduplicate-in-flight.ts'

export type Command<State, Event extends AnyEvent> = Fold<State, Event> & {
  stream: string
  context: CommandContext
  /** Run of the challenge that the events belong to; missing for accounts. */
  run?: (state: State) => number
  /** Pure. Answers what happens, nothing (`[]`) for no change, or ends with a refusal. */
  decide: (state: State) => readonly Event[]
}

/**
 * A stream as it stands. `revision` is that of its last event, `none` without one; `position` too, and without one the
 * lowest that a log may have, which is answered as any other: a client can ask by it.
 */
export type LoadedStream<State, Event extends AnyEvent = AnyEvent> = {
  state: State
  revision: number | 'none'
  position: bigint
  events: readonly Recorded<Event>[]
}

/** What became of a command: the new events, the state after them and its place in the log. */
export type CommandResult<State, Event extends AnyEvent = AnyEvent> = LoadedStream<State, Event>

export type Commands = {
  /**
   * The one way in: load, fold, decide, append with the expected revision. When somebody else was faster it loads and
   * decides again, three times, then refuses with `conflict`. A command that the stream already holds is answered as
   * the first time. Throws `key-reused`, `in-flight`, what `decide` refuses, and `LogUnavailable`.
   */
  handle<State, Event extends AnyEvent>(command: Command<State, Event>): Promise<CommandResult<State, Event>>
  /** A stream and its state, without a command. */
  load<State, Event extends AnyEvent>(
    stream: string,
    fold: Fold<State, Event>,
  ): Promise<LoadedStream<State, Event>>
}

const furtherTries = 3

/** Commands over a log. One per process: it is what makes crowds wait in turn and double clicks one. */
export function createCommands({
  log,
  clock,
}: {
  log: Pick<EventLog, 'append' | 'read'>
  clock: Clock
}): Commands {
  const onlyOnce = deduplicateInFlight()
  const oneByOne = keyedMutex()

  const load = async <State, Event extends AnyEvent>(
    stream: string,
    fold: Fold<State, Event>,
  ): Promise<LoadedStream<State, Event>> => {
    const events: Recorded<Event>[] = []
    let revision: number | 'none' = 'none'
    for await (const event of log.read(stream)) {
      // A stream is written by decisions about its own family only, and upcast lifts every event to the newest version.
      events.push(catalogue.upcast(event) as unknown as Recorded<Event>)
      revision = event.revision
    }
    return { state: foldEvents(fold, fold.initial, events), revision, position: lastPosition(events), events }
  }

  const attempt = async <State, Event extends AnyEvent>(
    command: Command<State, Event>,
  ): Promise<CommandResult<State, Event>> => {
    const loaded = await load(command.stream, command)
    const before = firstAnswer(command, loaded)
    if (before !== undefined) return before
    const decided = command.decide(loaded.state)
    if (decided.length === 0) return { ...loaded, events: [] }
    const at = new Date(clock()).toISOString()
    const run = command.run?.(loaded.state)
    const events = decided.map((event, index) => newEvent(command, event, index, { at, run }))
    const { revision, position } = await log.append(command.stream, events, loaded.revision)
    const past = events.map((event) => ({ ...event, position }))
    return { state: foldEvents(command, loaded.state, past), revision, position, events: past }
  }

  const attempts = async <State, Event extends AnyEvent>(
    command: Command<State, Event>,
  ): Promise<CommandResult<State, Event>> => {
    for (let tries = 0; tries <= furtherTries; tries += 1) {
      try {
        // One try after the other: each decides upon what the one before ran into.
        return await attempt(command)
      } catch (problem) {
        if (problem instanceof StreamRemoved) refuse('not-found', 'This is no longer there.')
        if (!(problem instanceof VersionConflict)) throw problem
      }
    }
    refuse('conflict', 'Somebody else changed this at the same moment. Please try again.')
  }

  return {
    load,
    handle: (command) =>
      onlyOnce(command.context.command, () => oneByOne(command.stream, () => attempts(command))),
  }
}

const lastPosition = (events: readonly Recorded[]): bigint => events.at(-1)?.position ?? 0n

/** The answer of a command that the stream already holds: the state as it was right after it. */
function firstAnswer<State, Event extends AnyEvent>(
  command: Command<State, Event>,
  { events, revision }: LoadedStream<State, Event>,
): CommandResult<State, Event> | undefined {
  const id = command.context.command
  const last = events.findLastIndex(({ metadata }) => isCausedBy(id, metadata.causation))
  if (last === -1 || revision === 'none') return undefined
  const until = events.slice(0, last + 1)
  return {
    state: foldEvents(command, command.initial, until),
    revision: revision - (events.length - until.length),
    position: lastPosition(until),
    events: until.filter(({ metadata }) => isCausedBy(id, metadata.causation)),
  }
}

function newEvent<State, Event extends AnyEvent>(
  { stream, context }: Pick<Command<State, Event>, 'stream' | 'context'>,
  event: Event,
  index: number,
  { at, run }: { at: string; run: number | undefined },
): Event & NewEvent<Event['type'], Event['data']> {
  return {
    ...event,
    id: deriveId(context.command.id, stream, String(index)),
    version: eventVersion(event.type),
    at,
    metadata: {
      ...(context.actor !== undefined && { actor: context.actor }),
      ...(run !== undefined && { run }),
      correlation: context.correlation,
      causation: causationOf(context.command),
    },
  }
}
