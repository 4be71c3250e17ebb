import type { Commands } from '../../handle.ts'
import type { CommandContext } from '../../idempotency.ts'
import { joinAdminList, leaveAdminList } from './admin-list.ts'
import { setStatus, type SetStatus } from '../decide.ts'
import { isDeleted } from '../deletion/deletion.ts'
import { isAccount, noUser } from '../evolve.ts'
import { stepContext } from '../password/set-new-password.ts'
import { userFold } from '../names/reserve-names.ts'
import { userStream } from '../streams.ts'

/**
 * Switches somebody's account on or off. An admin leaves the list of admins before, and is back on it after: wherever
 * this stops, at least one is left who may act. Throws `user-not-found`, `own-account`, `last-admin`.
 */
export async function setUserStatus(
  commands: Commands,
  { context, ...change }: SetStatus & { context: CommandContext },
): Promise<bigint> {
  const { user, status, by } = change
  const stream = userStream(user)
  const { state: known } = await commands.load(stream, userFold)
  const before = (await isDeleted(commands, user)) ? noUser : known
  // Refuses before anything is written.
  setStatus(before, change)
  const isAdmin = isAccount(before) && before.isAdmin
  if (isAdmin && status !== 'active')
    await leaveAdminList(commands, { user, by }, stepContext(context, 'leave'))
  const { position } = await commands.handle({
    ...userFold,
    stream,
    context,
    decide: (state) => setStatus(state, change),
  })
  if (isAdmin && status === 'active') await joinAdminList(commands, user, stepContext(context, 'join'))
  return position
}
