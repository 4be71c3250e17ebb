import { hasPermission, type Permission } from '@thirty/contracts/team/permissions.ts'
import { roleIn } from '@thirty/contracts/team/team.ts'
import { loadAccount } from './accounts/load-account.ts'
import type { Commands } from './handle.ts'
import type { Recipient } from './mail-template.ts'
import { loadTeam } from './accounts/admins/admin-list.ts'

/** Returns the active admins on the list whose role has a permission, as recipients of an email. */
export async function loadAdminsWith(
  commands: Pick<Commands, 'load'>,
  permission: Permission,
): Promise<readonly Recipient[]> {
  const team = await loadTeam(commands)
  const found: Recipient[] = []
  for (const [id, { membership }] of team.members) {
    if (membership === 'out') continue
    const account = await loadAccount(commands, id)
    if (account?.isAdmin !== true || account.status !== 'active') continue
    if (hasPermission(roleIn(team, id, account.registeredRole), permission)) found.push(account)
  }
  return found
}
