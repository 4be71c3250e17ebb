import type { Permission } from '@thirty/contracts/team/permissions.ts'
import { activeAdmins } from './accounts/admins/admin-list.ts'
import type { Commands } from './handle.ts'
import type { Recipient } from './mail-template.ts'

/** Returns the active admins whose role has a permission, as recipients of an email. */
export async function loadAdminsWith(
  commands: Pick<Commands, 'load'>,
  permission: Permission,
): Promise<readonly Recipient[]> {
  const found: Recipient[] = []
  for await (const { account } of activeAdmins(commands, permission)) found.push(account)
  return found
}
