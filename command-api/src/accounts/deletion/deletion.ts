import { deletionEvents, type DeletionEvent } from '@thirty/contracts/events/user.ts'
import type { Fold, Recorded } from '../../fold.ts'
import type { Commands } from '../../handle.ts'
import type { Account } from '../evolve.ts'
import { deletedStream } from '../streams.ts'

/** Whether an account was deleted, which is for ever. */
export const deletionFold: Fold<boolean, DeletionEvent> = {
  events: deletionEvents,
  initial: false,
  evolve: (isGone, event) => isGone || event.type === 'AccountDeleted',
}

/** Whether the deletion of an account was announced, whatever is left of it. */
export const isDeleted = async (commands: Pick<Commands, 'load'>, user: string): Promise<boolean> =>
  (await commands.load(deletedStream(user), deletionFold)).state

/** Deletes an account. `registered`: the event that made it. */
export function markDeleted(
  isGone: boolean,
  { isAdmin, status }: Account,
  registered: Pick<Recorded, 'at' | 'position'>,
): DeletionEvent[] {
  if (isGone) return []
  const { at, position } = registered
  return [
    {
      type: 'AccountDeleted',
      data: {
        role: isAdmin ? 'admin' : 'participant',
        status,
        registered: { at, position: position.toString() },
      },
    },
  ]
}
