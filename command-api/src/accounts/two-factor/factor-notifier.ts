// Tells the owner of an account by email what has changed in its second factors.

import type { AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { writeMail, type Recipient } from '../../mail-template.ts'
import type { With } from '../../parts.ts'
import type { Texts } from '../../texts.ts'

/** A change of second factors about which the owner of the account gets an email. */
type Notice = Readonly<{ change: string; name?: string; left?: number }>

export type NotifyOfFactors = (
  owner: Recipient,
  facts: readonly UserEvent[],
  reader?: AccountLanguage,
) => void

/**
 * Returns a function that sends the owner of an account one email for each change of its second factors. `reader` is the language of
 * the page where that happened.
 */
export const factorNotifier =
  ({ clock, mail, publicUrl }: With<'clock' | 'mail' | 'publicUrl'>): NotifyOfFactors =>
  (owner, facts, reader) => {
    const added = facts.some(({ type }) => type === 'AuthenticatorAppAdded' || type === 'PasskeyAdded')
    for (const event of facts) {
      // The first codes come with the first factor, which has an email.
      if (event.type === 'RecoveryCodesCreated' && added) continue
      const notice = noticeOf(event)
      if (notice === undefined) continue
      mail.send(
        writeMail(owner, reader, (texts) => ({
          kind: 'two-factor-changed',
          subject: texts.text('twoFactorSubject'),
          parts: [
            describe(texts, notice, texts.time(clock(), timeFormat)),
            texts.text('twoFactorByOther'),
            { link: new URL('/forgot', publicUrl), label: texts.text('setPassword') },
          ],
        })),
      )
    }
  }

const timeFormat = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const

const describe = ({ text }: Texts, { change, name = '', left = 0 }: Notice, when: string): string =>
  text('twoFactorChanged', { change, name, left, when })

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

function noticeOf(event: UserEvent): Notice | undefined {
  const change = changes[event.type]
  if (change === undefined) return undefined
  if (event.type === 'PasskeyAdded') return { change, name: event.data.name }
  return event.type === 'RecoveryCodeUsed' ? { change, left: event.data.left } : { change }
}
