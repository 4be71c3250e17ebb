import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import {
  ana,
  anaRegistered,
  deactivated,
  userRule as rule,
} from '@thirty/command-api/testing/account-events.ts'
import { confirmEmail, confirmProvenEmail } from './decide.ts'

const confirmedAs = (email: string): UserEvent => ({ type: 'EmailConfirmed', data: { email } })
const [confirmed, confirmedBefore] = [confirmedAs(ana.email), confirmedAs('ana@old.example')]
const linked: UserEvent = { type: 'SignInProviderLinked', data: { provider: 'github', subject: '1' } }
const pending: UserEvent = { type: 'UserStatusChanged', data: { status: 'pending' } }

const byLink =
  (address: string = ana.email) =>
  (user: Parameters<typeof confirmEmail>[0]) =>
    confirmEmail(user, (email) => email === address)

rule(
  'a link that was sent to the address confirms it, also that of a pending user',
  [[anaRegistered], byLink(), [confirmed]],
  [[anaRegistered, pending], byLink(), [confirmed]],
)
const toOldAddress = byLink('ana@old.example')
rule('a link works once', [[anaRegistered, confirmed], byLink(), 'link-over'])
rule('a link that was sent to another address is refused', [[anaRegistered], toOldAddress, 'link-over'])

rule(
  'a changed address is unconfirmed again, and one in another case is the same address',
  [[anaRegistered, confirmedBefore], byLink(), [confirmed]],
  [[anaRegistered, confirmedBefore], confirmProvenEmail, [confirmed]],
  [[anaRegistered, confirmedAs(ana.email.toUpperCase())], confirmProvenEmail, []],
)

rule(
  'a link of an inactive, abandoned or missing account is refused',
  [[anaRegistered, deactivated], byLink(), 'link-over'],
  [[deactivated], byLink(), 'link-over'],
  [[], byLink(), 'link-over'],
)

rule(
  'another proof of the address confirms it once, unless a sign-in provider has verified it',
  [[anaRegistered], confirmProvenEmail, [confirmed]],
  [[anaRegistered, confirmed], confirmProvenEmail, []],
  [[anaRegistered, linked], confirmProvenEmail, []],
  [[], confirmProvenEmail, []],
)
