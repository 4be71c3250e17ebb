import type { OwnUser, SignedInResponse } from '@thirty/contracts/accounts/api.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { imagePath } from '@thirty/contracts/projects/images.ts'
import type { OnSessionUsed } from '@thirty/infra/http/authentication/authentication.ts'
import type { Request } from 'express'
import type { With } from '../parts.ts'
import { loadRole } from './admins/admin-list.ts'
import { isEmailConfirmed, type Account, type LoadedAccount } from './evolve.ts'

/** Returns the data of a user for the user's own client. `role` is null for a participant. */
export function toOwnUser(id: string, account: Account, role: AdminRole | null): OwnUser {
  return {
    _id: id,
    fullName: account.fullName,
    username: account.username ?? null,
    email: account.email,
    emailConfirmed: isEmailConfirmed(account),
    isAdmin: account.isAdmin,
    role,
    status: account.status,
    profileImage: imagePath(account.profileImage ?? null),
    bio: account.bio,
    location: account.location,
    website: account.website,
    publicFields: [...account.publicFields],
    theme: account.theme,
    language: account.language ?? null,
    notifications: account.notifications,
    createdAt: account.createdAt,
  }
}

export type SignedInParts = With<'commands' | 'tokens' | 'waitForProjections' | 'limits'> & {
  /** Records a session as seen: an open one is known before it is used. */
  recordSession?: OnSessionUsed
}

/** The message of a login. */
export const loggedIn = 'Logged in successfully'

/** Opens a session and returns the response for a user who just signed up or logged in. */
export async function openSession(
  { commands, tokens, waitForProjections, limits, recordSession }: SignedInParts,
  { id, account, position }: LoadedAccount,
  { request, message }: { request: Request; message: string },
): Promise<SignedInResponse> {
  await limits.networks.remember(id, request)
  const token = tokens.issue({ id, version: account.sessionVersion })
  const issued = tokens.verify(token)
  if (issued) recordSession?.({ id, token: issued }, request.headers['user-agent'] ?? '')
  const role = await loadRole(commands, id, account)
  return {
    success: true,
    message,
    ...(await waitForProjections(position)),
    user: { ...toOwnUser(id, account, role), token },
  }
}
