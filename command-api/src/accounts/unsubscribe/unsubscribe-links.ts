import { unsubscribeEndpoints } from '@thirty/contracts/api/accounts/email-confirmation.ts'
import { linkTokens } from '@thirty/infra/http/authentication/link-tokens.ts'
import type { With } from '../../parts.ts'

/** Seconds during which a link works: older emails are found in mailboxes, too. */
const linkLifetime = 365 * 24 * 60 * 60

export type UnsubscribeLinks = {
  /**
   * Returns two links for the emails to a user: `oneClick` for the mail program, which sends a POST request to it, and
   * `page` for the user, which opens a page that asks first.
   */
  linksFor(userId: string): { oneClick: URL; page: URL }
  /** Returns the link of the page with this token. */
  pageFor(token: string): URL
  /** Returns the id of the user whose emails contained a token; `undefined` for a token that is not ours or too old. */
  verify(token: string): string | undefined
}

/** Links that switch off the reminders of the recipient. They work without a login, and any number of times. */
export function unsubscribeLinks({
  secret,
  clock,
  publicUrl,
}: With<'secret' | 'clock' | 'publicUrl'>): UnsubscribeLinks {
  const options = { secret, clock, issuer: publicUrl.origin }
  const tokens = linkTokens(options, { type: 'unsubscribe', lifetime: linkLifetime })
  const linkTo = (path: string, token: string): URL => {
    const link = new URL(path, publicUrl)
    link.searchParams.set('token', token)
    return link
  }
  const pageFor = (token: string) => linkTo('/unsubscribe', token)
  return {
    linksFor: (userId) => {
      const token = tokens.issue(userId)
      return { oneClick: linkTo(unsubscribeEndpoints.unsubscribe.path, token), page: pageFor(token) }
    },
    pageFor,
    verify: (token) => tokens.verify(token)?.user,
  }
}
