import type { SignInProvider } from '@thirty/contracts/api/social.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { Mail } from '@thirty/infra/mail/mail.ts'
import { passwordChangedMail, passwordRemovedMail, type Reader } from './reset-mail.ts'

export type PasswordNoticeDeps = {
  clock: Clock
  mail: Pick<Mail, 'send'>
  /** Where links in mails lead. */
  publicUrl: URL
}

/** Tells the owner of an account that its password was changed, so that somebody else's change does not go unseen. */
export const passwordNotice =
  ({ clock, mail, publicUrl }: PasswordNoticeDeps) =>
  (owner: Reader): void => {
    mail.send(passwordChangedMail(owner, { at: clock(), forgot: new URL('/forgot', publicUrl) }))
  }

/** Tells the owner of an account that its password went when they came by a provider for the first time. */
export const passwordRemovedNotice =
  ({ clock, mail, publicUrl }: PasswordNoticeDeps) =>
  (owner: Reader, provider: SignInProvider): void => {
    mail.send(passwordRemovedMail(owner, { at: clock(), provider, forgot: new URL('/forgot', publicUrl) }))
  }
