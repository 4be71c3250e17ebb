import type { DeletionEvent } from '@thirty/contracts/events/user.ts'
import type { Fold, Past } from '../fold.ts'
import type { Account } from './evolve.ts'

/** Whether an account was deleted, which is for ever. */
export const deletionFold: Fold<boolean, DeletionEvent> = {
  initial: false,
  evolve: (isDeleted, event) => isDeleted || event.type === 'AccountDeleted',
}

/** Deletes an account. `registered`: the event that made it. */
export function remove(
  isDeleted: boolean,
  { isAdmin, status }: Account,
  registered: Pick<Past, 'at' | 'position'>,
): DeletionEvent[] {
  if (isDeleted) return []
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
