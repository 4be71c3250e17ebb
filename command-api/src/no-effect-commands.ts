// Remembers commands that changed nothing: they leave no event in the stream that they are about, so a retry would run again, and could
// have an effect by then. Commands without a user or an idempotency key are not remembered.

import { commandEvents } from '@thirty/contracts/events/catalogue.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { commandsStream } from '@thirty/contracts/events/stream-names.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { VersionConflict, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { AnyEvent, Fold } from './fold.ts'
import { eventIdOf, isCausedBy, metadataOf, type CommandContext } from './idempotency.ts'
import { keyedMutex } from './keyed-mutex.ts'

/** Number of commands of a user that are kept. A stream grows to twice as many before it is truncated. */
export const keptCommands = 100
const maxAttempts = 4

/** The revision that a stream had when a command changed nothing, and the run of the challenge that it was decided in. */
export type NoEffect = { revision: number | 'none'; run?: number | undefined }

/** The stream that a command is about, and which of its events are relevant for the command. */
type About = { stream: string; isRelevant?: Fold<unknown, AnyEvent>['isRelevant'] }

export function noEffectCommands({
  log,
  clock,
}: {
  log: Pick<EventLog, 'append' | 'read' | 'truncate'>
  clock: Clock
}) {
  const mutex = keyedMutex()
  const appendOnce = async (
    user: string,
    context: CommandContext,
    stream: string,
    { revision: seen, run }: NoEffect,
  ) => {
    const own = commandsStream(user)
    let revision: number | 'none' = 'none'
    for await (const event of log.read(own)) revision = event.revision
    const event = {
      id: eventIdOf({ context, stream }, 'no effect', run),
      type: 'CommandHadNoEffect',
      version: commandEvents.CommandHadNoEffect.version,
      at: new Date(clock()).toISOString(),
      data: { revision: seen === 'none' ? null : seen },
      metadata: metadataOf(context, run),
    }
    return (await log.append(own, [event], revision)).revision
  }

  const appendWithRetries = async (...args: Parameters<typeof appendOnce>): Promise<number> => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      try {
        return await appendOnce(...args)
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error
      }
    }
    // Not `VersionConflict`: that one is about the stream of the command, which would be decided again.
    refuse('too-many', say('tooManyAtOnce'))
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
      const last = await mutex(commandsStream(actor), () =>
        appendWithRetries(actor, context, stream, noEffect),
      )
      const isTruncationDue = (last + 1) % keptCommands === 0 && last >= keptCommands
      // The command is remembered, so an error of the truncation is not the caller's: the next one is due later.
      if (isTruncationDue)
        await log.truncate(commandsStream(actor), last + 1 - keptCommands).catch(() => undefined)
    },
  }
}
