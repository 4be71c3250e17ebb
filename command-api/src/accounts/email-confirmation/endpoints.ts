import { randomUUID } from 'node:crypto'
import { emailConfirmationEndpoints } from '@thirty/contracts/api/accounts/email-confirmation.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Commands } from '../../handle.ts'
import { deriveId, parseIdempotencyKey, type CommandContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { refuseMissingAccount } from '../decide.ts'
import { isEmailConfirmed, userFold, userStream } from '../evolve.ts'
import { loadAccount } from '../load-account.ts'
import type { ConfirmationLink, ConfirmationLinks } from './confirmation-links.ts'
import { confirmEmail, refuseConfirmationLink } from './decide.ts'

type ConfirmationParts = With<'commands' | 'waitForProjections' | 'languageOf'> & {
  confirmations: ConfirmationLinks
}

/** Handlers that confirm an email address, and send the email with the link again. */
export function emailConfirmationHandlers(deps: ConfirmationParts): Endpoint[] {
  const { commands, waitForProjections, confirmations, languageOf } = deps
  return [
    endpoint(emailConfirmationEndpoints.confirmEmail)(async ({ request, body, correlation }) => {
      const link = confirmations.verify(body.token) ?? refuseConfirmationLink()
      const key = parseIdempotencyKey(request.headers['idempotency-key'])
      // Without a digest of the body, which contains the token.
      const id = key === undefined ? randomUUID() : deriveId('confirm-email', link.user, key)
      const context = { actor: link.user, correlation, command: { id } }
      const { position } = await useLink(commands, link, context)
      return {
        success: true,
        message: 'Your email address is confirmed',
        ...(await waitForProjections(position)),
      }
    }),
    endpoint(emailConfirmationEndpoints.sendConfirmation)(async ({ caller: { id }, request }) => {
      const account = (await loadAccount(commands, id)) ?? refuseMissingAccount()
      if (isEmailConfirmed(account))
        return { success: true, sent: false, message: 'Your email address is already confirmed.' }
      if (!confirmations.send({ id, account }, languageOf(request)))
        refuse('busy', "The email couldn't be sent. Please try again later.")
      return { success: true, sent: true, message: 'An email with a new link is on its way.' }
    }),
  ]
}

async function useLink(commands: Commands, { user, isSentTo }: ConfirmationLink, context: CommandContext) {
  // A deletion that is recorded counts, even if the data of the account is not erased yet.
  if ((await loadAccount(commands, user)) === undefined) refuseConfirmationLink()
  const decide = (state: Parameters<typeof confirmEmail>[0]) => confirmEmail(state, isSentTo)
  return commands.handle({ ...userFold, stream: userStream(user), context, decide })
}
