// The streams of users and of deletions, which commands load and change, and the account of a user.

import { deletionEvents, type DeletionEvent } from '@thirty/contracts/accounts/events.ts'
import type { Commands } from '../handle.ts'
import { streamKind } from '../stream-kind.ts'
import { isAccount, userFold, userStream, type Account, type User } from './evolve.ts'

type Loading = Pick<Commands, 'load'>

/** The streams `user-<id>`. Their state may also be that of no account: `loadAccount` returns only accounts. */
export const users = streamKind(userStream, userFold)

/**
 * Streams with the deletion of an account, which are kept after the user's data is erased. Their state is whether the account was deleted:
 * a deleted account never comes back.
 */
export const deletions = streamKind<boolean, DeletionEvent>((id) => `deleted-${id}`, {
  events: deletionEvents,
  initial: false,
  evolve: (isDeleted, event) => isDeleted || event.type === 'AccountDeleted',
})

/** Returns the name of the profile image of a user in the media store, null for none. */
export const profileImageOf = (user: User): string | null => (isAccount(user) ? user.picture : null)

/** Loads the name of the profile image of a user. */
export const loadProfileImage = async (commands: Loading, id: string): Promise<string | null> =>
  profileImageOf((await users.load(commands, id)).state)

/** Returns whether the deletion of an account was recorded, even if its data is not erased yet. */
export const isDeleted = async (commands: Loading, id: string): Promise<boolean> =>
  (await deletions.load(commands, id)).state

/** Returns the account of a user; `undefined` if there is none or its deletion was recorded. */
export async function loadAccount(commands: Loading, id: string): Promise<Account | undefined> {
  const [{ state: user }, wasDeleted] = await Promise.all([users.load(commands, id), isDeleted(commands, id)])
  return isAccount(user) && !wasDeleted ? user : undefined
}
