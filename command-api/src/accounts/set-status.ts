import type { Commands } from '../handle.ts'
import type { Asker } from '../idempotency.ts'
import { joinAdmins, leaveAdmins } from './admins.ts'
import { setStatus, type SetStatus } from './decide.ts'
import { isDeleted } from './deletion.ts'
import { isAccount, noUser } from './evolve.ts'
import { partOf } from './new-password.ts'
import { userFold } from './reserving.ts'
import { userStream } from './streams.ts'

/**
 * Switches somebody's account on or off. An admin leaves the list of admins before, and is back on it after: wherever
 * this stops, at least one is left who may act. Throws `user-not-found`, `own-account`, `last-admin`.
 */
export async function setUserStatus(
  commands: Commands,
  { asker, ...change }: SetStatus & { asker: Asker },
): Promise<bigint> {
  const { user, status, by } = change
  const stream = userStream(user)
  const { state: known } = await commands.load(stream, userFold)
  const before = (await isDeleted(commands, user)) ? noUser : known
  // Refuses before anything is written.
  setStatus(before, change)
  const isAdmin = isAccount(before) && before.isAdmin
  if (isAdmin && status !== 'active') await leaveAdmins(commands, { user, by }, partOf(asker, 'leave'))
  const { position } = await commands.handle({
    ...userFold,
    stream,
    asker,
    decide: (state) => setStatus(state, change),
  })
  if (isAdmin && status === 'active') await joinAdmins(commands, user, partOf(asker, 'join'))
  return position
}
