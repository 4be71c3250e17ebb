// Handler by which users delete their own accounts.

import { accountEndpoints } from '@thirty/contracts/accounts/api.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { With } from '../../parts.ts'
import { countSessionAttempt } from '../attempts/count-attempts.ts'
import { deleteAccount, eraseAccount, type ErasureParts } from './delete-account.ts'
import { stepEndpoints } from '../../command.ts'
import { withoutDigest } from '../../idempotency.ts'

type DeletionParts = ErasureParts &
  With<'passwords' | 'clock' | 'waitForProjections' | 'limits'> & {
    /** Called with the reason if the data of a deleted account could not be erased yet. */
    onErasureFailed?: (error: unknown) => void
  }

export function deletionHandlers(deps: DeletionParts): Endpoint[] {
  const { clock, limits, onErasureFailed = () => undefined } = deps
  return [
    stepEndpoints(deps)(accountEndpoints.deleteAccount, 'delete-account', async (request, digested) => {
      const { id: user, token } = request.caller
      const { password } = request.body
      const sessionAge = clock() - token.issuedAt
      const context = withoutDigest(digested)
      const runDeletion = () => deleteAccount(deps, { user, password, sessionAge, context })
      // Without a password there is no attempt at one.
      const position = await (password === undefined
        ? runDeletion()
        : countSessionAttempt(limits, 'sign-in', request.caller, runDeletion))
      // The deletion is recorded: data that cannot be erased now is erased later.
      await eraseAccount(deps, user).catch(onErasureFailed)
      return { message: 'Your account was deleted', position }
    }),
  ]
}
