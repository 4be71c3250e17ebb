import { accountCalls } from '@thirty/contracts/calls/accounts.ts'
import { peopleCalls } from '@thirty/contracts/calls/people.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { Tokens } from '@thirty/infra/http/tokens.ts'
import { askerOf, type Asker } from '../idempotency.ts'
import type { Settle } from '../settle.ts'
import { changePassword } from './change-password.ts'
import { endSession, revoke } from './decide.ts'
import { deleteAccount, erase, type DeletionDeps } from './delete-account.ts'
import type { NewPasswordDeps } from './new-password.ts'
import type { Reader } from './reset-mail.ts'
import { setUserStatus } from './set-status.ts'
import { userFold } from './reserving.ts'
import { userStream } from './streams.ts'

export type OwnAccountDeps = DeletionDeps &
  NewPasswordDeps & {
    log: Pick<EventLog, 'remove' | 'truncate'>
    settle: Settle
    tokens: Pick<Tokens, 'issue'>
    /** Hears why what is left of a deleted account is erased later. */
    onUnerased?: (error: unknown) => void
    /** Tells the owner of an account that it has another password. */
    passwordNotice?: (owner: Reader) => void
  }

/** What ends sessions: log-out, a new password, deletion, and an admin who switches accounts off. */
export function ownAccountEndpoints(deps: OwnAccountDeps): Endpoint[] {
  const { commands, settle, tokens, clock, onUnerased = () => undefined, passwordNotice } = deps
  return [
    endpoint(accountCalls.logOut)(async (asked) => {
      const { id, token } = asked.caller
      const { position } = await commands.handle({
        ...userFold,
        stream: userStream(id),
        asker: sessionAsker(asked, 'log-out'),
        decide: (user) => endSession(user, { token: token.id, expiresAt: token.expiresAt, now: clock() }),
      })
      return { success: true, message: 'Logged out', ...(await settle(position)) }
    }),
    endpoint(accountCalls.logOutEverywhere)(async (asked) => {
      const { id } = asked.caller
      const { position } = await commands.handle({
        ...userFold,
        stream: userStream(id),
        asker: sessionAsker(asked, 'log-out-everywhere'),
        decide: revoke,
      })
      return { success: true, message: 'Logged out everywhere', ...(await settle(position)) }
    }),
    endpoint(accountCalls.changePassword)(async (asked) => {
      const asker = quietAsker(asked, 'change-password')
      const change = { user: asked.caller.id, ...asked.body, asker }
      const { id, account, position, isNew } = await changePassword(deps, change)
      if (isNew) passwordNotice?.(account)
      const token = tokens.issue({ id, version: account.sessionVersion })
      return { success: true, message: 'Password changed', ...(await settle(position)), token }
    }),
    endpoint(accountCalls.deleteAccount)(async (asked) => {
      const { id: user, token } = asked.caller
      const position = await deleteAccount(deps, {
        user,
        password: asked.body.password,
        sessionAge: clock() - token.issuedAt,
        asker: quietAsker(asked, 'delete-account'),
      })
      // It is announced, and so it is true: what cannot be erased now is erased later.
      await erase(deps, user, asked.correlation).catch(onUnerased)
      return { success: true, message: 'Your account was deleted', ...(await settle(position)) }
    }),
    endpoint(peopleCalls.setStatus)(async (asked) => {
      const position = await setUserStatus(commands, {
        user: asked.params.userId,
        status: asked.body.status,
        by: asked.caller.id,
        asker: askerOf(asked, asked.caller.id, 'set-status'),
      })
      return { success: true, message: 'Status changed', ...(await settle(position)) }
    }),
  ]
}

/** The asker behind a request about the session that it comes with: with another one it is another request. */
const sessionAsker = (
  asked: Parameters<typeof askerOf>[0] & { caller: { id: string; token: { id: string } } },
  action: string,
): Asker => askerOf(asked, asked.caller.id, `${action} ${asked.caller.token.id}`)

/** The asker behind a request with a password in it, of which not even a digest may be stored. */
function quietAsker(
  asked: Parameters<typeof askerOf>[0] & { caller: { id: string } },
  action: string,
): Asker {
  const { actor, correlation, command } = askerOf(asked, asked.caller.id, action)
  return { ...(actor !== undefined && { actor }), correlation, command: { id: command.id } }
}
