import { refuse } from '@thirty/contracts/refusals.ts'
import type { Commands } from '../../handle.ts'
import { refuseMissingAccount } from '../decide.ts'
import type { Account } from '../evolve.ts'
import { loadAccount } from '../load-account.ts'

/** Returns the account of an admin. Throws `not-allowed`: others may only remove what they added when they were admins. */
export async function requireAdmin(commands: Pick<Commands, 'load'>, user: string): Promise<Account> {
  const account = (await loadAccount(commands, user)) ?? refuseMissingAccount()
  if (!account.isAdmin || account.status !== 'active')
    refuse('not-allowed', 'Only admins can use two-factor sign-in.')
  return account
}
