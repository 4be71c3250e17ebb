import { accountEndpoints } from '@thirty/contracts/endpoints/accounts/accounts.ts'
import { peopleEndpoints } from '@thirty/contracts/endpoints/accounts/people.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { SessionTokens } from '@thirty/infra/http/authentication/session-tokens.ts'
import { commandContext, type CommandContext } from '../../idempotency.ts'
import type { WaitForProjections } from '../../wait-for-projections.ts'
import { changePassword } from '../password/change-password.ts'
import { endSession, revokeSessions } from '../decide.ts'
import { deleteAccount, eraseAccount, type DeletionDeps } from '../deletion/delete-account.ts'
import type { SetPasswordDeps } from '../password/set-new-password.ts'
import type { Recipient } from '../password/password-mails.ts'
import { setUserStatus } from '../admins/set-user-status.ts'
import { userFold } from '../names/reserve-names.ts'
import { userStream } from '../streams.ts'

export type SessionDeps = DeletionDeps &
  SetPasswordDeps & {
    log: Pick<EventLog, 'remove' | 'truncate'>
    waitForProjections: WaitForProjections
    tokens: Pick<SessionTokens, 'issue'>
    /** Hears why what is left of a deleted account is erased later. */
    onErasureFailed?: (error: unknown) => void
    /** Tells the owner of an account that it has another password. */
    onPasswordChanged?: (owner: Recipient) => void
  }

/** What ends sessions: log-out, a new password, deletion, and an admin who switches accounts off. */
export function sessionHandlers(deps: SessionDeps): Endpoint[] {
  const {
    commands,
    waitForProjections,
    tokens,
    clock,
    onErasureFailed: onUnerased = () => undefined,
    onPasswordChanged: passwordNotice,
  } = deps
  return [
    endpoint(accountEndpoints.logOut)(async (asked) => {
      const { id, token } = asked.caller
      const { position } = await commands.handle({
        ...userFold,
        stream: userStream(id),
        context: sessionContext(asked, 'log-out'),
        decide: (user) => endSession(user, { token: token.id, expiresAt: token.expiresAt, now: clock() }),
      })
      return { success: true, message: 'Logged out', ...(await waitForProjections(position)) }
    }),
    endpoint(accountEndpoints.logOutEverywhere)(async (asked) => {
      const { id } = asked.caller
      const { position } = await commands.handle({
        ...userFold,
        stream: userStream(id),
        context: sessionContext(asked, 'log-out-everywhere'),
        decide: revokeSessions,
      })
      return { success: true, message: 'Logged out everywhere', ...(await waitForProjections(position)) }
    }),
    endpoint(accountEndpoints.changePassword)(async (asked) => {
      const context = contextWithoutDigest(asked, 'change-password')
      const change = { user: asked.caller.id, ...asked.body, context }
      const { id, account, position, isNew } = await changePassword(deps, change)
      if (isNew) passwordNotice?.(account)
      const token = tokens.issue({ id, version: account.sessionVersion })
      return { success: true, message: 'Password changed', ...(await waitForProjections(position)), token }
    }),
    endpoint(accountEndpoints.deleteAccount)(async (asked) => {
      const { id: user, token } = asked.caller
      const position = await deleteAccount(deps, {
        user,
        password: asked.body.password,
        sessionAge: clock() - token.issuedAt,
        context: contextWithoutDigest(asked, 'delete-account'),
      })
      // It is announced, and so it is true: what cannot be erased now is erased later.
      await eraseAccount(deps, user, asked.correlation).catch(onUnerased)
      return { success: true, message: 'Your account was deleted', ...(await waitForProjections(position)) }
    }),
    endpoint(peopleEndpoints.setStatus)(async (asked) => {
      const position = await setUserStatus(commands, {
        user: asked.params.userId,
        status: asked.body.status,
        by: asked.caller.id,
        context: commandContext(asked, asked.caller.id, 'set-status'),
      })
      return { success: true, message: 'Status changed', ...(await waitForProjections(position)) }
    }),
  ]
}

/** The context behind a request about the session that it comes with: with another one it is another request. */
const sessionContext = (
  asked: Parameters<typeof commandContext>[0] & { caller: { id: string; token: { id: string } } },
  action: string,
): CommandContext => commandContext(asked, asked.caller.id, `${action} ${asked.caller.token.id}`)

/** The context behind a request with a password in it, of which not even a digest may be stored. */
function contextWithoutDigest(
  asked: Parameters<typeof commandContext>[0] & { caller: { id: string } },
  action: string,
): CommandContext {
  const { actor, correlation, command } = commandContext(asked, asked.caller.id, action)
  return { ...(actor !== undefined && { actor }), correlation, command: { id: command.id } }
}
