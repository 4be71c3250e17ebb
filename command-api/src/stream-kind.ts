// Makes the functions that load and change a stream of one kind, such as `user-<id>`, from its name and its fold.

import type { AnyEvent, Fold } from './fold.ts'
import type { Commands } from './handle.ts'
import type { CommandContext } from './idempotency.ts'

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
