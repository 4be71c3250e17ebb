import { createHmac } from 'node:crypto'
import type { AccountLanguage } from '@thirty/contracts/rules/account-languages.ts'
import { canonicalEmail } from '@thirty/contracts/rules/text/names.ts'
import { linkTokens } from '@thirty/infra/http/authentication/link-tokens.ts'
import { signedTokens, type SignedTokenOptions } from '@thirty/infra/http/authentication/signed-tokens.ts'
import type { EmailMessage, Mailer } from '@thirty/infra/mail/mail.ts'
import { z } from 'zod'
import { writeMail, type Recipient } from '../../mail-template.ts'
import type { LoadedAccount } from '../evolve.ts'

/** 72 bits of the keyed digest of an address tell it from every other that somebody may try, and keep the link short. */
const digestBytes = 9

/** Hours during which a confirmation link works (decisions, section 8). */
const linkHours = 24

export type ConfirmationLinkDeps = Pick<SignedTokenOptions, 'secret' | 'clock'> & {
  mail: Pick<Mailer, 'send'>
  /** Origin of links in emails. Never taken from a request. */
  publicUrl: URL
}

/** A link that confirms the address that it was sent to. */
export type ConfirmationLink = { user: string; isSentTo: (email: string) => boolean }

export type ConfirmationLinks = {
  /**
   * Sends an email with a new link to the address of an account. `reader` is the language of the page whose reader wants it. Returns whether
   * the email was queued.
   */
  send(user: Pick<LoadedAccount, 'id' | 'account'>, reader: AccountLanguage): boolean
  /** Returns the link with a token; `undefined` for a token that is not ours or has expired. */
  verify(token: string): ConfirmationLink | undefined
}

/**
 * Links that confirm email addresses. Their tokens are signed, and nothing is stored until one is used: a link that was
 * never used leaves no trace of the person. A token names the address by a keyed digest, so that an account whose address
 * changed cannot use it.
 */
export function confirmationLinks({
  secret,
  clock,
  mail,
  publicUrl,
}: ConfirmationLinkDeps): ConfirmationLinks {
  const options = { secret, clock, issuer: publicUrl.origin }
  const purpose = { type: 'confirm-email', lifetime: linkHours * 60 * 60 }
  const tokens = linkTokens(options, { ...purpose, extraBytes: digestBytes })
  /** Of emails from before the tokens of links became short. */
  const longTokens = signedTokens(options, {
    ...purpose,
    content: z.object({ sub: z.string(), address: z.string() }),
  })
  const digest = (email: string): Buffer =>
    createHmac('sha256', secret)
      .update(`confirm-email ${canonicalEmail(email)}`)
      .digest()
  const shortDigest = (email: string): Buffer => digest(email).subarray(0, digestBytes)
  return {
    send: ({ id, account }, reader) => {
      const link = new URL('/confirm-email', publicUrl)
      link.searchParams.set('token', tokens.issue(id, shortDigest(account.email)))
      return mail.send(confirmationMail(account, { reader, link, until: clock() + linkHours * 3_600_000 }))
    },
    verify: (token) => {
      const content = tokens.verify(token)
      if (content !== undefined)
        return { user: content.user, isSentTo: (email) => shortDigest(email).equals(content.extra) }
      const long = longTokens.verify(token)
      return (
        long && {
          user: long.sub,
          isSentTo: (email) => digest(email).toString('base64url') === long.address,
        }
      )
    },
  }
}

type Confirmation = { reader: AccountLanguage; link: URL; until: number }

const confirmationMail = (owner: Recipient, { reader, link, until }: Confirmation): EmailMessage =>
  writeMail(owner, reader, ({ text }) => ({
    kind: 'confirm-email',
    subject: text('confirmEmailSubject'),
    expiresAt: until,
    parts: [
      text('confirmEmail'),
      { link, label: text('confirmEmailLink') },
      text('confirmEmailExpires', { hours: linkHours }),
      text('confirmEmailIgnore'),
    ],
  }))
