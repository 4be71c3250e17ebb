// Executes commands: loads a stream, lets the command decide, appends its events, and tries again if the stream has changed meanwhile.
// Remembers commands that changed nothing: they leave no event in the stream that they are about, so a retry would run again, and could
// have an effect by then.

import { catalogue, commandEvents } from '@thirty/contracts/events/catalogue.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { commandsStream } from '@thirty/contracts/events/stream-names.ts'
import type { Clock } from '@thirty/infra/scheduler.ts'
import { StreamRemoved, VersionConflict, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { deduplicateInFlight } from './deduplicate-in-flight.ts'
import {
  isHandledBy,
  type AnyEvent,
  type Command,
  type Commands,
  type Fold,
  type LoadedStream,
  type Recorded,
} from './fold.ts'
import { eventIdOf, isCausedBy, metadataOf, type CommandContext } from './idempotency.ts'
import { keyedMutex } from './keyed-mutex.ts'

const maxRetries = 3

type WithRevisions<Event extends AnyEvent> = { events: readonly (Recorded<Event> & { revision: number })[] }

type LogParts = { log: Pick<EventLog, 'append' | 'read' | 'truncate'>; clock: Clock }

/** Executes commands on a log. Create one per process: it queues commands per stream and deduplicates double clicks. */
export function createCommands({ log, clock }: LogParts): Commands {
  const deduplicate = deduplicateInFlight()
  const mutex = keyedMutex()
  const noEffects = noEffectCommands({ log, clock })

  const load = async <State, Event extends AnyEvent>(
    stream: string,
    fold: Fold<State, Event>,
  ): Promise<LoadedStream<State, Event> & WithRevisions<Event>> => {
    const events: (Recorded<Event> & { revision: number })[] = []
    let revision: number | 'none' = 'none'
    let position = 0n
    for await (const event of log.read(stream)) {
      if (isHandledBy(fold, event)) events.push(event)
      revision = event.revision
      position = event.position
    }
    return { state: events.reduce(fold.evolve, fold.initial), revision, position, events }
  }

  const tryOnce = async <State, Event extends AnyEvent>(
    command: Command<State, Event>,
  ): Promise<LoadedStream<State, Event>> => {
    const [loaded, noEffect] = await Promise.all([
      load(command.stream, command),
      noEffects.find(command.context, command),
    ])
    const previous = previousResult(command, loaded)
    if (previous !== undefined) return previous
    if (noEffect !== undefined) return unchanged(command, streamAt(command, loaded, noEffect.revision))
    const decided = command.decide(loaded.state)
    const run = command.run?.(loaded.state)
    if (decided.length === 0) {
      await noEffects.record(command.context, command.stream, { revision: loaded.revision, run })
      return unchanged(command, loaded)
    }
    await command.beforeAppend?.()
    const at = new Date(clock()).toISOString()
    const newEvents = decided.map((event, index) => ({
      ...event,
      id: eventIdOf(command, String(index), run),
      version: catalogue.versionOf(event.type),
      at,
      metadata: metadataOf(command.context, run),
    }))
    const { revision, position } = await log.append(command.stream, newEvents, loaded.revision)
    const events = newEvents.map((event) => ({ ...event, position }))
    return { state: events.reduce(command.evolve, loaded.state), revision, position, events }
  }

  const tryWithRetries = async <State, Event extends AnyEvent>(
    command: Command<State, Event>,
  ): Promise<LoadedStream<State, Event>> => {
    for (let retries = 0; retries <= maxRetries; retries += 1) {
      try {
        return await tryOnce(command)
      } catch (error) {
        if (error instanceof StreamRemoved) refuse('not-found', 'noLongerExists')
        if (!(error instanceof VersionConflict)) throw error
      }
    }
    refuse('conflict', 'changedAtTheSameTime')
  }

  return {
    load,
    handle: (command) =>
      deduplicate(command.context.command, () => mutex(command.stream, () => tryWithRetries(command))),
  }
}

/** Returns the result of a command whose events are already in the stream: the stream as it was right after it. */
function previousResult<State, Event extends AnyEvent>(
  command: Command<State, Event>,
  { events }: WithRevisions<Event>,
): LoadedStream<State, Event> | undefined {
  const isOwn = ({ metadata }: Recorded<Event>) => isCausedBy(command.context.command, metadata.causation)
  const index = events.findLastIndex(isOwn)
  const last = events[index]
  if (last === undefined) return undefined
  const stream = streamAt(command, { events }, last.revision)
  return { ...stream, events: stream.events.filter(isOwn) }
}

function unchanged<State, Event extends AnyEvent>(
  { context }: Command<State, Event>,
  loaded: LoadedStream<State, Event>,
): LoadedStream<State, Event> {
  const { actor } = context
  if (actor === undefined) return { ...loaded, events: [] }
  const { events } = loaded
  const known = events.findLast(({ metadata }) => metadata.actor === actor) ?? events[0]
  return { ...loaded, position: known?.position ?? 0n, events: [] }
}

/** Returns a stream as it was at a revision, without later events. */
function streamAt<State, Event extends AnyEvent>(
  fold: Fold<State, Event>,
  { events }: WithRevisions<Event>,
  revision: number | 'none',
): LoadedStream<State, Event> {
  const eventsSoFar = events.filter((event) => revision !== 'none' && event.revision <= revision)
  return {
    state: eventsSoFar.reduce(fold.evolve, fold.initial),
    revision,
    position: eventsSoFar.at(-1)?.position ?? 0n,
    events: eventsSoFar,
  }
}

/** Number of commands of a user that are kept. A stream grows to twice as many before it is truncated. */
export const keptCommands = 100
const maxAttempts = 4

/** The revision that a stream had when a command changed nothing, and the run of the challenge that it was decided in. */
type NoEffect = { revision: number | 'none'; run?: number | undefined }

/** The stream that a command is about, and which of its events are relevant for the command. */
type About = { stream: string; isRelevant?: Fold<unknown, AnyEvent>['isRelevant'] }

/** Remembers the latest commands that changed nothing, except those without a user or an idempotency key. */
function noEffectCommands({ log, clock }: LogParts) {
  const mutex = keyedMutex()
  /** Returns the revision of the new event. */
  const append = async (
    own: string,
    context: CommandContext,
    stream: string,
    { revision: seen, run }: NoEffect,
  ): Promise<number> => {
    const event = {
      id: eventIdOf({ context, stream }, 'no effect', run),
      type: 'CommandHadNoEffect',
      version: commandEvents.CommandHadNoEffect.version,
      at: new Date(clock()).toISOString(),
      data: { revision: seen === 'none' ? null : seen },
      metadata: metadataOf(context, run),
    }
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      let revision: number | 'none' = 'none'
      for await (const { revision: latest } of log.read(own)) revision = latest
      try {
        return (await log.append(own, [event], revision)).revision
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error
      }
    }
    // Not `VersionConflict`: that one is about the stream of the command, which would be decided again.
    refuse('too-many', 'tooManyAtOnce')
  }

  return {
    /**
     * Returns what was remembered of a command about a stream; `undefined` if nothing was, or only in the history of another
     * run. Throws `key-reused` when a command with the same key and another body is remembered.
     */
    find: async (context: CommandContext, { stream, isRelevant }: About): Promise<NoEffect | undefined> => {
      if (context.actor === undefined || context.command.digest === undefined) return undefined
      let found: NoEffect | undefined
      for await (const event of log.read(commandsStream(context.actor)))
        if (
          isEventOf(commandEvents, event) &&
          isCausedBy(context.command, event.metadata.causation) &&
          event.id === eventIdOf({ context, stream }, 'no effect', event.metadata.run) &&
          (isRelevant === undefined || isRelevant(event))
        )
          found = { revision: event.data.revision ?? 'none' }
      return found
    },
    /**
     * Remembers a command. If it throws, the command must not be confirmed: `too-many` when other processes remember commands
     * of the same user all the time, and `LogUnavailable`.
     */
    record: async (context: CommandContext, stream: string, noEffect: NoEffect): Promise<void> => {
      const { actor } = context
      if (actor === undefined || context.command.digest === undefined) return
      // Commands about different streams run concurrently, but are remembered in one stream.
      const own = commandsStream(actor)
      const last = await mutex(own, () => append(own, context, stream, noEffect))
      const isTruncationDue = (last + 1) % keptCommands === 0 && last >= keptCommands
      // The command is remembered, so an error of the truncation is not the caller's: the next one is due later.
      if (isTruncationDue) await log.truncate(own, last + 1 - keptCommands).catch(() => undefined)
    },
  }
}
