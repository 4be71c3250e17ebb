import type { ProfileRequest } from '@thirty/contracts/api/accounts/profile.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { canonicalUsername } from '@thirty/contracts/rules/text/names.ts'
import { isAccount, type Account, type User } from '../evolve.ts'

/** Whether two spellings are the same username; `undefined` and the empty one are none. */
export const isSameUsername = (one: string | undefined, other: string | undefined): boolean =>
  canonicalUsername(one ?? '') === canonicalUsername(other ?? '')

/** Says that a user is about to take a username, before it is reserved. */
export function claimUsername(user: User, data: { username: string; claim: string }): UserEvent[] {
  return isAccount(user) ? [{ type: 'UsernameClaimed', data }] : refuseMissingAccount()
}

/**
 * Changes what is given and differs. A new username goes with the id of its claim: whoever claimed too long ago, or
 * once more in the meantime, has lost it.
 */
export function changeProfile(user: User, request: ProfileRequest, claimId?: string): UserEvent[] {
  if (!isAccount(user)) refuseMissingAccount()
  const { username } = request
  const isNew = username !== undefined && !isSameUsername(username, user.username)
  if (isNew && username !== '' && user.usernameClaim?.id !== claimId) {
    refuse('conflict', 'The username was changed at the same moment. Please try again.')
  }
  return [...profileChanged(user, request), ...preferencesChanged(user, request)]
}

function profileChanged(account: Account, request: ProfileRequest): UserEvent[] {
  const data: Extract<UserEvent, { type: 'ProfileChanged' }>['data'] = {}
  for (const field of ['fullName', 'username', 'bio', 'location', 'website'] as const) {
    const wanted = request[field]
    if (wanted !== undefined && wanted !== (account[field] ?? '')) data[field] = wanted
  }
  return Object.keys(data).length === 0 ? [] : [{ type: 'ProfileChanged', data }]
}

function preferencesChanged(account: Account, { theme, notifications }: ProfileRequest): UserEvent[] {
  const data: Extract<UserEvent, { type: 'PreferencesChanged' }>['data'] = {}
  if (theme !== undefined && theme !== account.theme) data.theme = theme
  const { email, push, newsletter } = account.notifications
  const wanted = {
    email: notifications?.email ?? email,
    push: notifications?.push ?? push,
    newsletter: notifications?.newsletter ?? newsletter,
  }
  const isSame = wanted.email === email && wanted.push === push && wanted.newsletter === newsletter
  if (!isSame) data.notifications = wanted
  return Object.keys(data).length === 0 ? [] : [{ type: 'PreferencesChanged', data }]
}

/** Between being let in and deciding, the account was deleted. */
export function refuseMissingAccount(): never {
  refuse('not-signed-in', 'Authentication failed')
}
