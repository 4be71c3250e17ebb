import { imagePath } from '@thirty/contracts/rules/images.ts'
import type { OwnUser } from '@thirty/contracts/api/accounts/accounts.ts'
import type { Account } from './evolve.ts'

/** A user as the owner sees it. */
export function toOwnUser(id: string, account: Account): OwnUser {
  return {
    _id: id,
    fullName: account.fullName,
    username: account.username ?? null,
    email: account.email,
    isAdmin: account.isAdmin,
    status: account.status,
    profileImage: imagePath(account.profileImage ?? null),
    bio: account.bio,
    location: account.location,
    website: account.website,
    theme: account.theme,
    notifications: account.notifications,
    createdAt: account.createdAt,
  }
}
