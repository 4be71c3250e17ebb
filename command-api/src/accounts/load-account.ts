// Loads accounts from the log, and decides in their streams.

import { deletionEvents, type DeletionEvent, type UserEvent } from '@thirty/contracts/accounts/events.ts'
import type { Fold } from '../fold.ts'
import type { Commands } from '../handle.ts'
import { isAccount, userFold, userStream, type Account, type User } from './evolve.ts'
import type { CommandContext } from '../idempotency.ts'

/** Decides in the stream of a user. */
export const changeUser = (
  commands: Pick<Commands, 'handle'>,
  id: string,
  context: CommandContext,
  decide: (user: User) => readonly UserEvent[],
) => commands.handle({ ...userFold, stream: userStream(id), context, decide })

/** Stream with the deletion of an account; it is kept after the user's data is erased. */
export const deletedStream = (id: string): string => `deleted-${id}`

/** Whether an account was deleted. A deleted account never comes back. */
export const deletionFold: Fold<boolean, DeletionEvent> = {
  events: deletionEvents,
  initial: false,
  evolve: (isDeleted, event) => isDeleted || event.type === 'AccountDeleted',
}

/** Returns whether the deletion of an account was recorded, even if its data is not erased yet. */
export const isDeleted = async (commands: Pick<Commands, 'load'>, userId: string): Promise<boolean> =>
  (await commands.load(deletedStream(userId), deletionFold)).state

/** Returns the account of a user; `undefined` if there is none or its deletion was recorded. */
export async function loadAccount(
  commands: Pick<Commands, 'load'>,
  userId: string,
): Promise<Account | undefined> {
  const [{ state: user }, wasDeleted] = await Promise.all([
    commands.load(userStream(userId), userFold),
    isDeleted(commands, userId),
  ])
  return isAccount(user) && !wasDeleted ? user : undefined
}
