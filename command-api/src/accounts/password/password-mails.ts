import type { SignInProvider } from '@thirty/contracts/api/accounts/social-sign-in.ts'
import type { AccountLanguage } from '@thirty/contracts/rules/account-languages.ts'
import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import { writeMail, type Recipient } from '../../mail-template.ts'
import type { With } from '../../parts.ts'
import type { Texts } from '../../texts.ts'

type NotifierParts = With<'clock' | 'mail' | 'publicUrl'>

/**
 * Returns a function that tells the owner of an account by email that the password was changed. `reader` is the language of the page
 * where that happened.
 */
export const passwordChangedNotifier =
  ({ clock, mail, publicUrl }: NotifierParts) =>
  (owner: Recipient, reader: AccountLanguage): void => {
    mail.send(passwordChangedMail(owner, { reader, at: clock(), forgot: new URL('/forgot', publicUrl) }))
  }

/**
 * Returns a function that tells the owner of an account by email that a first sign-in with a provider removed the
 * password. `reader` is the language of the page where that happened.
 */
export const passwordRemovedNotifier =
  ({ clock, mail, publicUrl }: NotifierParts) =>
  (owner: Recipient, provider: SignInProvider, reader: AccountLanguage): void => {
    const forgot = new URL('/forgot', publicUrl)
    mail.send(passwordRemovedMail(owner, { reader, at: clock(), provider, forgot }))
  }

type Reset = { reader: AccountLanguage; link: URL; until: number; minutes: number }

/** Returns the email with the link that sets a new password. The link expires at `until` (milliseconds since 1970). */
export const passwordResetMail = (owner: Recipient, { reader, link, until, minutes }: Reset): EmailMessage =>
  writeMail(owner, reader, ({ text }) => ({
    kind: 'password-reset',
    subject: text('setPassword'),
    expiresAt: until,
    parts: [
      text('passwordResetRequested'),
      { link, label: text('setPassword') },
      text('passwordResetExpires', { minutes }),
      text('passwordResetIgnore'),
    ],
  }))

type Change = { reader: AccountLanguage; at: number; forgot: URL }

/** Returns the email about a password that was changed at `at` (milliseconds since 1970). */
const passwordChangedMail = (owner: Recipient, { reader, at, forgot }: Change): EmailMessage =>
  writeMail(owner, reader, ({ text, time }) => ({
    kind: 'password-changed',
    subject: text('passwordChangedSubject'),
    parts: [
      text('passwordChanged', { when: formatDateTime({ time }, at) }),
      text('passwordChangedByOther'),
      { link: forgot, label: text('setPassword') },
    ],
  }))

/** Returns the email about a password that the first sign-in with a provider removed at `at` (milliseconds since 1970). */
const passwordRemovedMail = (
  owner: Recipient,
  { reader, at, provider: name, forgot }: Change & { provider: SignInProvider },
): EmailMessage =>
  writeMail(owner, reader, ({ text, time }) => {
    const provider = providerNames[name]
    return {
      kind: 'password-removed',
      subject: text('passwordRemovedSubject', { provider }),
      parts: [
        text('passwordRemoved', { when: formatDateTime({ time }, at), provider }),
        text('passwordRemovedWhy'),
        text('passwordRemovedOptional'),
        { link: forgot, label: text('passwordRemovedLink') },
        text('passwordRemovedByOther', { provider }),
      ],
    }
  })

const providerNames: Record<SignInProvider, string> = { github: 'GitHub', google: 'Google' }

const formatDateTime = ({ time }: Pick<Texts, 'time'>, at: number): string =>
  time(at, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
