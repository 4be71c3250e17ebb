import { unsubscribeEndpoints } from '@thirty/contracts/api/accounts/email-confirmation.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { newContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { isAccount, userFold, userStream, type User } from '../evolve.ts'
import { changeProfile } from '../profile/decide.ts'
import type { UnsubscribeLinks } from './unsubscribe-links.ts'

type UnsubscribeParts = With<'commands' | 'waitForProjections'> & { unsubscribes: UnsubscribeLinks }

/** Handlers for the links in emails that switch off their recipient's reminders. */
export function unsubscribeHandlers({
  commands,
  waitForProjections,
  unsubscribes,
}: UnsubscribeParts): Endpoint[] {
  return [
    // Mail scanners open every address in an email, so opening one changes nothing.
    endpoint(unsubscribeEndpoints.page)(({ query, response }) => {
      response.redirect(302, unsubscribes.pageFor(query.token).href)
      return undefined
    }),
    endpoint(unsubscribeEndpoints.unsubscribe)(async ({ query, correlation }) => {
      const user = unsubscribes.verify(query.token) ?? refuse('link-over', 'This link no longer works.')
      const { position } = await commands.handle({
        ...userFold,
        stream: userStream(user),
        context: newContext({ actor: user, correlation }),
        decide: unsubscribe,
      })
      return { success: true, message: 'You are unsubscribed', ...(await waitForProjections(position)) }
    }),
  ]
}

/** Switches off the email reminders of a user. Does nothing for a user without an account. */
export const unsubscribe = (user: User): UserEvent[] =>
  isAccount(user) ? changeProfile(user, { notifications: { email: false } }) : []
