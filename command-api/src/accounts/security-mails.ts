// Emails that tell the owner of an account that its password or its second factors were changed, and how. `reader` is the language of the
// page where the change happened.

import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { providerNames } from '@thirty/contracts/accounts/social-sign-in.ts'
import type { SignInProvider } from '@thirty/contracts/accounts/social-sign-in-api.ts'
import type { AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import type { AccountParts } from '../parts.ts'
import { sendMail, type Recipient } from '../mail-template.ts'

/** Tells the owner of an account that the password was changed. */
export const sendPasswordChanged = (
  { clock, mail, publicUrl }: AccountParts,
  owner: Recipient,
  reader: AccountLanguage,
): boolean =>
  sendMail({ mail }, owner, reader, ({ text, moment }) => ({
    kind: 'password-changed',
    subject: text('passwordChangedSubject'),
    parts: [
      text('passwordChanged', { when: moment(clock()) }),
      text('passwordChangedByOther'),
      { link: new URL('/forgot', publicUrl), label: text('setPassword') },
    ],
  }))

/** Tells the owner of an account that a first sign-in with a provider removed the password. */
export const sendPasswordRemoved = (
  { clock, mail, publicUrl }: AccountParts,
  owner: Recipient,
  name: SignInProvider,
  reader: AccountLanguage,
): boolean => {
  const provider = providerNames[name]
  return sendMail({ mail }, owner, reader, ({ text, moment }) => ({
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
}

/** The changes of second factors that have an email, as its text names them. A new name of a passkey has none. */
const factorChanges: Partial<Record<UserEvent['type'], string>> = {
  AuthenticatorAppAdded: 'appAdded',
  AuthenticatorAppRemoved: 'appRemoved',
  PasskeyAdded: 'passkeyAdded',
  PasskeyRemoved: 'passkeyRemoved',
  RecoveryCodesCreated: 'codesRenewed',
  RecoveryCodeUsed: 'codeUsed',
  SecondFactorsReset: 'reset',
}

/** Sends the owner of an account one email for each change of its second factors. */
export function sendFactorChanges(
  { clock, mail, publicUrl }: AccountParts,
  owner: Recipient,
  facts: readonly UserEvent[],
  reader?: AccountLanguage,
): void {
  const added = facts.some(({ type }) => type === 'AuthenticatorAppAdded' || type === 'PasskeyAdded')
  for (const { type, data } of facts) {
    const change = factorChanges[type]
    // The first codes come with the first factor, which has an email.
    if (change === undefined || (type === 'RecoveryCodesCreated' && added)) continue
    const name = 'name' in data ? data.name : ''
    const left = 'left' in data ? data.left : 0
    sendMail({ mail }, owner, reader, ({ text, moment }) => ({
      kind: 'two-factor-changed',
      subject: text('twoFactorSubject'),
      parts: [
        text('twoFactorChanged', { change, name, left, when: moment(clock()) }),
        text('twoFactorByOther'),
        { link: new URL('/forgot', publicUrl), label: text('setPassword') },
      ],
    }))
  }
}
