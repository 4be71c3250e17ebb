import type { SignInProvider } from '@thirty/contracts/api/accounts/social-sign-in.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EmailMessage, Mailer } from '@thirty/infra/mail/mail.ts'
import { renderMail } from '../../mail-template.ts'

export type Recipient = { email: string; fullName: string }

export type PasswordNotifierDeps = {
  clock: Clock
  mail: Pick<Mailer, 'send'>
  /** Origin of links in emails. */
  publicUrl: URL
}

/** Returns a function that tells the owner of an account by email that the password was changed. */
export const passwordChangedNotifier =
  ({ clock, mail, publicUrl }: PasswordNotifierDeps) =>
  (owner: Recipient): void => {
    mail.send(passwordChangedMail(owner, { at: clock(), forgot: new URL('/forgot', publicUrl) }))
  }

/**
 * Returns a function that tells the owner of an account by email that a first sign-in with a provider removed the
 * password.
 */
export const passwordRemovedNotifier =
  ({ clock, mail, publicUrl }: PasswordNotifierDeps) =>
  (owner: Recipient, provider: SignInProvider): void => {
    mail.send(passwordRemovedMail(owner, { at: clock(), provider, forgot: new URL('/forgot', publicUrl) }))
  }

/** Returns the email with the link that sets a new password. The link expires at `until` (milliseconds since 1970). */
export const passwordResetMail = (
  { email, fullName }: Recipient,
  { link, until, minutes }: { link: URL; until: number; minutes: number },
): EmailMessage =>
  renderMail({
    kind: 'password-reset',
    to: email,
    name: fullName,
    subject: 'Set a new password',
    expiresAt: until,
    parts: [
      'Somebody asked for a new password for your account. If it was you, choose one here:',
      { link, label: 'Set a new password' },
      `The link works once, within ${minutes} minutes.`,
      'If it was not you, there is nothing to do: your password stays as it is.',
    ],
  })

/** Returns the email about a password that was changed at `at` (milliseconds since 1970). */
const passwordChangedMail = (
  { email, fullName }: Recipient,
  { at, forgot }: { at: number; forgot: URL },
): EmailMessage =>
  renderMail({
    kind: 'password-changed',
    to: email,
    name: fullName,
    subject: 'Your password was changed',
    parts: [
      `The password of your account was changed on ${dateTimeFormat.format(at)} (UTC). Everybody who was signed in with the old one was signed out.`,
      'If it was you, there is nothing to do. If it was not, set a new password at once:',
      { link: forgot, label: 'Set a new password' },
    ],
  })

/** Returns the email about a password that the first sign-in with a provider removed at `at` (milliseconds since 1970). */
const passwordRemovedMail = (
  { email, fullName }: Recipient,
  { at, provider, forgot }: { at: number; provider: SignInProvider; forgot: URL },
): EmailMessage =>
  renderMail({
    kind: 'password-removed',
    to: email,
    name: fullName,
    subject: `You sign in with ${providerNames[provider]} now`,
    parts: [
      `On ${dateTimeFormat.format(at)} (UTC) you came to your account by ${providerNames[provider]} for the first time.`,
      'The password that your account had was removed, and everybody who was signed in with it was signed out: nobody had shown before that this address is theirs.',
      'You do not need a password any more. If you want one, choose it here:',
      { link: forgot, label: 'Set a password' },
      `If it was not you, somebody else has your account at ${providerNames[provider]}: change the password there first.`,
    ],
  })

const providerNames: Record<SignInProvider, string> = { github: 'GitHub', google: 'Google' }

const dateTimeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})
