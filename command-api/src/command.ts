// Makes the endpoints of commands: they derive the id of the command, so that a repeated request is recognised, execute it (`handle.ts`)
// and wait for the read models.

import type { AccessWithCaller } from '@thirty/contracts/endpoints/access.ts'
import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import type { Caller } from '@thirty/infra/http/authentication/authentication.ts'
import { endpoint, type Endpoint, type EndpointRequest } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { z } from 'zod'
import type { AnyEvent, Command, Commands, Fold, LoadedStream } from './fold.ts'
import { commandContext, type CommandContext } from './idempotency.ts'

type MaybePromise<Value> = Value | Promise<Value>

/** The endpoint of a command: somebody sends it, and it answers with a position. */
type CommandDefinition = EndpointDefinition & { access: AccessWithCaller; response: z.ZodType }

type Request<Definition extends CommandDefinition> = EndpointRequest<Definition> & { caller: Caller }

/** What a response has beside `success` and the position. */
type Answer<Definition extends CommandDefinition> = Omit<
  z.infer<Definition['response']>,
  'success' | 'position' | 'pending'
>

/**
 * One command: `decide` decides in `stream`. A fold that depends on more than the request gets the rest of it here. `context` replaces
 * the context of the request, such as by one whose digest leaves out a secret.
 */
type Decision<State, Event extends AnyEvent> = Pick<Command<State, Event>, 'stream' | 'run' | 'decide'> &
  Partial<Pick<Command<State, Event>, 'context' | 'initial' | 'isRelevant'>> & {
    /** Adds to a refusal what only others than the decision know, such as names. Throws other errors again. */
    onRefused?: (error: unknown) => Promise<never>
  }

/** Returns the rest of the response, once the read models have the command. May do what follows from the command. */
type Answering<Definition extends CommandDefinition, State, Event extends AnyEvent> = (
  result: LoadedStream<State, Event>,
) => MaybePromise<Answer<Definition>>

type Declared<Definition extends CommandDefinition, State, Event extends AnyEvent> = Decision<State, Event> &
  (object extends Answer<Definition>
    ? { answer?: Answering<Definition, State, Event> }
    : { answer: Answering<Definition, State, Event> })

/**
 * Waits until the server's own read models have reached a position, so that callers see the effect of their command.
 * Returns the position as decimal text, with `pending` when the read models did not reach it in time.
 */
export type WaitForProjections = (position: bigint) => Promise<{ position: string; pending?: true }>

type Named<Definition extends CommandDefinition> = string | ((request: Request<Definition>) => string)

type CommandParts = { commands: Pick<Commands, 'handle'>; waitForProjections: WaitForProjections }

/** Returns the functions that make the endpoints of commands. `name` is part of the ids of their events: never change it. */
export function commandEndpoints({ commands, waitForProjections }: CommandParts) {
  return {
    /** Makes the endpoint of a command with one decision. `declare` reads what the decision needs beside its stream. */
    command: <Definition extends CommandDefinition, State, Event extends AnyEvent>(
      definition: Definition,
      name: Named<Definition>,
      fold: Fold<State, Event> | ((request: Request<Definition>) => Fold<State, Event>),
      declare: (
        request: Request<Definition>,
        context: CommandContext,
      ) => MaybePromise<Declared<Definition, State, Event>>,
    ): Endpoint =>
      endpoint<CommandDefinition>(definition)(async (anyRequest) => {
        // Safe: it is the request of this definition.
        const request = anyRequest as Request<Definition>
        const context = contextOf(request, name)
        // Safe: the two forms of a declaration differ in whether `answer` may be missing.
        const { answer, onRefused, ...command } = (await declare(request, context)) as Decision<
          State,
          Event
        > & {
          answer?: Answering<Definition, State, Event>
        }
        const folded = typeof fold === 'function' ? fold(request) : fold
        const result = await commands
          .handle<State, Event>({ ...folded, context, ...command })
          .catch(onRefused ?? rethrow)
        const waited = await waitForProjections(result.position)
        return { ...waited, ...(await answer?.(result)) }
      }),
    /**
     * Makes the endpoint of a command of several steps. `run` executes them and returns the position of the last event beside the rest of
     * the response.
     */
    steps: <Definition extends CommandDefinition>(
      definition: Definition,
      name: Named<Definition>,
      run: (
        request: Request<Definition>,
        context: CommandContext,
      ) => Promise<Answer<Definition> & { position: bigint }>,
    ): Endpoint =>
      endpoint<CommandDefinition>(definition)(async (anyRequest) => {
        // Safe: it is the request of this definition.
        const request = anyRequest as Request<Definition>
        const { position, ...answer } = await run(request, contextOf(request, name))
        return { ...(await waitForProjections(position)), ...answer }
      }),
  }
}

const contextOf = <Definition extends CommandDefinition>(
  request: Request<Definition>,
  name: Named<Definition>,
): CommandContext =>
  commandContext(request, request.caller.id, typeof name === 'function' ? name(request) : name)

const rethrow = (error: unknown): never => {
  throw error
}
