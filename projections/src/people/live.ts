import { rooms } from '@thirty/contracts/live.ts'
import { cut, type IsHeard } from '@thirty/infra/live/live.ts'
import type { Announcement } from '../gather.ts'
import type { Change } from '../projection.ts'
import type { Account } from './view.ts'

/** Whose sign-in changed loses all sockets: a token that still holds opens new ones, with the rooms of the present role. */
export function peopleNews(isHeard: IsHeard) {
  return ({ id, before, after }: Change<Account>): readonly Announcement[] => {
    const room = rooms.user(id)
    const isSame = before === undefined || signIn(before) === signIn(after)
    return isSame || !isHeard(room) ? [] : [{ room, message: cut, build: () => ({}) }]
  }
}

const signIn = (account: Account | undefined): string =>
  JSON.stringify([
    account?.sessionVersion,
    account?.status,
    account?.isAdmin,
    account?.endedTokens.at(-1)?.id,
  ])
