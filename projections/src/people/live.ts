// The live updates of accounts: whose public profile a change concerns, and after a change of the session state a message that disconnects
// all sockets of the user. A client whose token is still valid connects again, and joins the rooms of the user's current role.

import { rooms } from '@thirty/contracts/live/live.ts'
import { disconnectMessage } from '@thirty/infra/live/live-publisher.ts'
import type { DocumentChange, LiveUpdate } from '../registered-projection.ts'
import type { Account, accountEvents } from './projection.ts'

type AccountChange = DocumentChange<Account, typeof accountEvents>

export function peopleUpdates({ id, before, after }: AccountChange): readonly LiveUpdate[] {
  if (before === undefined || sessionState(before) === sessionState(after)) return []
  return [{ room: rooms.user(id), message: disconnectMessage }]
}

const shownOnProfile = new Set<AccountChange['event']['type']>([
  'ProfileChanged',
  'ProfileImageChanged',
  'PreferencesChanged',
  'UserStatusChanged',
  'AdminRightsGranted',
  'AccountDeleted',
])

/** Returns the user whose public profile a change concerns; sessions do not. */
export const usersOfAccountChange = ({ id, event }: AccountChange): readonly string[] =>
  shownOnProfile.has(event.type) ? [id] : []

const sessionState = (account: Account | undefined): string =>
  JSON.stringify([account?.sessionVersion, account?.status, account?.role, account?.endedTokens.at(-1)?.id])
