import { loadAccount } from './accounts/load-account.ts'
import type { Commands } from './handle.ts'

/** Returns whether an account is one of an admin or of a participant; `undefined` if there is none or it was deleted. */
export async function loadAccountKind(
  commands: Pick<Commands, 'load'>,
  user: string,
): Promise<'admin' | 'participant' | undefined> {
  const account = await loadAccount(commands, user)
  return account && (account.isAdmin ? 'admin' : 'participant')
}
