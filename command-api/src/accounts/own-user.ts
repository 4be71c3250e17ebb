import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { imagePath } from '@thirty/contracts/images/images.ts'
import { isEmailConfirmed, type Account } from './evolve.ts'

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
