// What other concepts ask about people: their kind, their names as others see them, and the admins with a permission.

import { standIn, type NameCodes } from '@thirty/contracts/accounts/stand-ins.ts'
import { operatorId } from '@thirty/contracts/team/operator.ts'
import type { Permission } from '@thirty/contracts/team/permissions.ts'
import { activeAdmins } from './accounts/admins/admin-list.ts'
import { isDeleted, loadAccount } from './accounts/account.ts'
import type { Commands } from './fold.ts'
import type { Recipient } from './mail-template.ts'

type Loading = Pick<Commands, 'load'>

/** Returns whether an account is one of an admin or of a participant; `undefined` if there is none or it was deleted. */
export async function loadAccountKind(commands: Loading, user: string) {
  const account = await loadAccount(commands, user)
  return account && (account.isAdmin ? 'admin' : 'participant')
}

/** Returns the name of a person as other people see it. */
export const nameOf = async (commands: Loading, user: string): Promise<string> =>
  (await personOf(commands, user)).name

/** Returns a person as other people see it, with the username of an account that has one. */
export async function personOf(
  commands: Loading,
  user: string,
): Promise<{ name: string; nameCodes?: NameCodes; username?: string | null }> {
  if (user === operatorId) return standIn('operator', 'name')
  const account = await loadAccount(commands, user)
  if (account !== undefined) return { name: account.fullName, username: account.username }
  return standIn((await isDeleted(commands, user)) ? 'deletedPerson' : 'personElsewhere', 'name')
}

/** Returns the active admins whose role has a permission, as recipients of an email. */
export async function loadAdminsWith(commands: Loading, permission: Permission) {
  const found: Recipient[] = []
  for await (const { account } of activeAdmins(commands, permission)) found.push(account)
  return found
}
