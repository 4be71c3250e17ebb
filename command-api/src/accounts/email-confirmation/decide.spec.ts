import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { test } from 'vitest'
import {
  ana,
  anaRegistered,
  deactivated,
  recordedDeciderSpec,
} from '@thirty/command-api/testing/account-events.ts'
import { evolve, noUser } from '../evolve.ts'
import { confirmEmail, confirmProvenEmail } from './decide.ts'

const { given } = recordedDeciderSpec(noUser, evolve)
const confirmed: UserEvent = { type: 'EmailConfirmed', data: { email: ana.email } }
const confirmedBefore: UserEvent = { type: 'EmailConfirmed', data: { email: 'ana@old.example' } }
const abandoned: UserEvent = { type: 'UserStatusChanged', data: { status: 'inactive' } }
const pending: UserEvent = { type: 'UserStatusChanged', data: { status: 'pending' } }

const byLink =
  (address: string = ana.email) =>
  (user: Parameters<typeof confirmEmail>[0]) =>
    confirmEmail(user, (email) => email === address)

test('a link that was sent to the address confirms it', () => {
  given(anaRegistered).when(byLink()).then(confirmed)
})

test('a pending user can confirm the address', () => {
  given(anaRegistered, pending).when(byLink()).then(confirmed)
})

test('a link works once', () => {
  given(anaRegistered, confirmed).when(byLink()).thenRefused('link-over')
})

test('a link that was sent to another address is refused', () => {
  given(anaRegistered).when(byLink('ana@old.example')).thenRefused('link-over')
})

test('a changed address is unconfirmed again', () => {
  given(anaRegistered, confirmedBefore).when(byLink()).then(confirmed)
  given(anaRegistered, confirmedBefore).when(confirmProvenEmail).then(confirmed)
})

test('an address in another case is the same address', () => {
  const other: UserEvent = { type: 'EmailConfirmed', data: { email: ana.email.toUpperCase() } }
  given(anaRegistered, other).when(confirmProvenEmail).thenNothing()
})

test('a link of an inactive, abandoned or missing account is refused', () => {
  given(anaRegistered, deactivated).when(byLink()).thenRefused('link-over')
  given(abandoned).when(byLink()).thenRefused('link-over')
  given().when(byLink()).thenRefused('link-over')
})

test('another proof of the address confirms it once', () => {
  given(anaRegistered).when(confirmProvenEmail).then(confirmed)
  given(anaRegistered, confirmed).when(confirmProvenEmail).thenNothing()
  given().when(confirmProvenEmail).thenNothing()
})
