import { rooms } from '@thirty/contracts/live.ts'
import { disconnectMessage, type HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { LiveUpdate } from '../live-update.ts'
import type { DocumentChange } from '../registered-projection.ts'
import type { Account } from './projection.ts'

/** Whose sign-in changed loses all sockets: a token that still holds opens new ones, with the rooms of the present role. */
export function peopleUpdates(isHeard: HasListeners) {
  return ({ id, before, after }: DocumentChange<Account>): readonly LiveUpdate[] => {
    const room = rooms.user(id)
    const isSame = before === undefined || signIn(before) === signIn(after)
    return isSame || !isHeard(room) ? [] : [{ room, message: disconnectMessage, build: () => ({}) }]
  }
}

const signIn = (account: Account | undefined): string =>
  JSON.stringify([
    account?.sessionVersion,
    account?.status,
    account?.isAdmin,
    account?.endedTokens.at(-1)?.id,
  ])
