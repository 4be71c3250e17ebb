import { ownUser, type OwnUser } from '@thirty/contracts/accounts/api.ts'
import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { imagePath } from '@thirty/contracts/images/images.ts'
import { isEmailConfirmed, type Account } from './evolve.ts'

/** Returns the data of a user for the user's own client. `role` is null for a participant. */
export const toOwnUser = (id: string, account: Account, role: AdminRole | null): OwnUser =>
  fieldsOf(ownUser, {
    ...account,
    _id: id,
    username: account.username ?? null,
    emailConfirmed: isEmailConfirmed(account),
    role,
    profileImage: imagePath(account.profileImage ?? null),
    publicFields: [...account.publicFields],
    language: account.language ?? null,
  })
