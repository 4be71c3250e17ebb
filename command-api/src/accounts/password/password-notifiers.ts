import type { SignInProvider } from '@thirty/contracts/api/accounts/social-sign-in.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { Mailer } from '@thirty/infra/mail/mail.ts'
import { passwordChangedMail, passwordRemovedMail, type Recipient } from './password-mails.ts'

export type PasswordNotifierDeps = {
  clock: Clock
  mail: Pick<Mailer, 'send'>
  /** Where links in mails lead. */
  publicUrl: URL
}

/** Tells the owner of an account that its password was changed, so that somebody else's change does not go unseen. */
export const passwordChangedNotifier =
  ({ clock, mail, publicUrl }: PasswordNotifierDeps) =>
  (owner: Recipient): void => {
    mail.send(passwordChangedMail(owner, { at: clock(), forgot: new URL('/forgot', publicUrl) }))
  }

/** Tells the owner of an account that its password went when they came by a provider for the first time. */
export const passwordRemovedNotifier =
  ({ clock, mail, publicUrl }: PasswordNotifierDeps) =>
  (owner: Recipient, provider: SignInProvider): void => {
    mail.send(passwordRemovedMail(owner, { at: clock(), provider, forgot: new URL('/forgot', publicUrl) }))
  }
