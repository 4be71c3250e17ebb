// Emails that tell the owner of an account that the password was changed, or removed by a sign-in with a provider.

import { providerNames } from '@thirty/contracts/accounts/social-sign-in.ts'
import type { SignInProvider } from '@thirty/contracts/accounts/social-sign-in-api.ts'
import type { AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import { writeMail, type Recipient } from '../../mail-template.ts'
import type { With } from '../../parts.ts'

type MailParts = With<'clock' | 'mail' | 'publicUrl'>

/** Tells the owner of an account that the password was changed. `reader` is the language of the page where that happened. */
export const sendPasswordChanged = (
  { clock, mail, publicUrl }: MailParts,
  owner: Recipient,
  reader: AccountLanguage,
): boolean =>
  mail.send(
    writeMail(owner, reader, ({ text, moment }) => ({
      kind: 'password-changed',
      subject: text('passwordChangedSubject'),
      parts: [
        text('passwordChanged', { when: moment(clock()) }),
        text('passwordChangedByOther'),
        { link: new URL('/forgot', publicUrl), label: text('setPassword') },
      ],
    })),
  )

/**
 * Tells the owner of an account that a first sign-in with a provider removed the password. `reader` is the language of the page where that
 * happened.
 */
export const sendPasswordRemoved = (
  { clock, mail, publicUrl }: MailParts,
  owner: Recipient,
  name: SignInProvider,
  reader: AccountLanguage,
): boolean => {
  const provider = providerNames[name]
  const removed = writeMail(owner, reader, ({ text, moment }) => ({
    kind: 'password-removed',
    subject: text('passwordRemovedSubject', { provider }),
    parts: [
      text('passwordRemoved', { when: moment(clock()), provider }),
      text('passwordRemovedWhy'),
      text('passwordRemovedOptional'),
      { link: new URL('/forgot', publicUrl), label: text('passwordRemovedLink') },
      text('passwordRemovedByOther', { provider }),
    ],
  }))
  return mail.send(removed)
}
