// Tells the owner of an account by email what has changed in its second factors.

import type { AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { writeMail, type Recipient } from '../../mail-template.ts'
import type { With } from '../../parts.ts'

/** The changes that have an email, as its text names them. A new name of a passkey has none. */
const changes: Partial<Record<UserEvent['type'], string>> = {
  AuthenticatorAppAdded: 'appAdded',
  AuthenticatorAppRemoved: 'appRemoved',
  PasskeyAdded: 'passkeyAdded',
  PasskeyRemoved: 'passkeyRemoved',
  RecoveryCodesCreated: 'codesRenewed',
  RecoveryCodeUsed: 'codeUsed',
  SecondFactorsReset: 'reset',
}

/** Sends the owner of an account one email for each change of its second factors. `reader`: the language of the page. */
export function notifyOfFactors(
  { clock, mail, publicUrl }: With<'clock' | 'mail' | 'publicUrl'>,
  owner: Recipient,
  facts: readonly UserEvent[],
  reader?: AccountLanguage,
): void {
  const added = facts.some(({ type }) => type === 'AuthenticatorAppAdded' || type === 'PasskeyAdded')
  for (const { type, data } of facts) {
    const change = changes[type]
    // The first codes come with the first factor, which has an email.
    if (change === undefined || (type === 'RecoveryCodesCreated' && added)) continue
    const name = 'name' in data ? data.name : ''
    const left = 'left' in data ? data.left : 0
    mail.send(
      writeMail(owner, reader, ({ text, moment }) => ({
        kind: 'two-factor-changed',
        subject: text('twoFactorSubject'),
        parts: [
          text('twoFactorChanged', { change, name, left, when: moment(clock()) }),
          text('twoFactorByOther'),
          { link: new URL('/forgot', publicUrl), label: text('setPassword') },
        ],
      })),
    )
  }
}
