// Handlers for the links in emails that switch off their recipient's reminders. The links are made here, too.

import { unsubscribeEndpoints } from '@thirty/contracts/accounts/email-confirmation-api.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { linkTokens } from '@thirty/infra/http/authentication/link-tokens.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { newContext } from '../../idempotency.ts'
import type { Parts, With } from '../../parts.ts'
import { isAccount, type User } from '../evolve.ts'
import { changeProfile } from '../profile/decide.ts'
import { tokenLink } from '../../mail-template.ts'
import { users } from '../load-account.ts'

export function unsubscribeHandlers(parts: Parts): Endpoint[] {
  const { commands, waitForProjections } = parts
  const unsubscribes = unsubscribeLinks(parts)
  return [
    // Mail scanners open every address in an email, so opening one changes nothing.
    endpoint(unsubscribeEndpoints.page)(({ query, response }) => {
      response.redirect(302, unsubscribes.pageFor(query.token).href)
      return undefined
    }),
    endpoint(unsubscribeEndpoints.unsubscribe)(async ({ query, correlation }) => {
      const user = unsubscribes.verify(query.token) ?? refuse('link-over', say('linkOver'))
      const { position } = await users.change(
        commands,
        user,
        newContext({ actor: user, correlation }),
        unsubscribe,
      )
      return { success: true, message: 'You are unsubscribed', ...(await waitForProjections(position)) }
    }),
  ]
}

/** Switches off the email reminders of a user. Does nothing for a user without an account. */
const unsubscribe = (user: User): UserEvent[] =>
  isAccount(user) ? changeProfile(user, { notifications: { email: false } }) : []

/** Seconds during which a link works: older emails are found in mailboxes, too. */
const linkLifetime = 365 * 24 * 60 * 60

/** Links that switch off the reminders of the recipient. They work without a login, and any number of times. */
export function unsubscribeLinks({ secret, clock, publicUrl }: With<'secret' | 'clock' | 'publicUrl'>) {
  const options = { secret, clock, issuer: publicUrl.origin }
  const tokens = linkTokens(options, { type: 'unsubscribe', lifetime: linkLifetime })
  const pageFor = (token: string) => tokenLink(publicUrl, '/unsubscribe', token)
  return {
    /**
     * Returns two links for the emails to a user: `oneClick` for the mail program, which sends a POST request to it, and
     * `page` for the user, which opens a page that asks first.
     */
    linksFor: (userId: string): { oneClick: URL; page: URL } => {
      const token = tokens.issue(userId)
      const oneClick = tokenLink(publicUrl, unsubscribeEndpoints.unsubscribe.path, token)
      return { oneClick, page: pageFor(token) }
    },
    /** Returns the link of the page with this token. */
    pageFor,
    /** Returns the id of the user whose emails contained a token; `undefined` for a token that is not ours or too old. */
    verify: (token: string): string | undefined => tokens.verify(token)?.user,
  }
}
