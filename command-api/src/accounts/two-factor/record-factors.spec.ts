import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import { test } from 'vitest'
import { evolve, noUser } from '../evolve.ts'
import type { Recorded } from '../../fold.ts'
import { recordFactors } from './record-factors.ts'
import { noSecondFactors, type SecondFactors } from './second-factors.ts'

const at = '2026-03-02T08:00:00.000Z'
const recorded = (event: UserEvent): Recorded<UserEvent> => ({
  ...event,
  at,
  position: 1n,
  metadata: { correlation: 'spec' },
})
const registered = recorded({
  type: 'UserRegistered',
  data: { fullName: 'Ada', email: 'ada@example.org', role: 'admin' },
})
const { given, rule } = deciderSpec(noUser, evolve)
const passkey = {
  id: 'laptop',
  name: 'Laptop',
  credential: 'c',
  publicKey: 'k',
  counter: 0,
  transports: [],
  addedAt: at,
  lastUsedAt: null,
}
const full: SecondFactors = {
  app: { secret: 'sealed', addedAt: at, lastStep: 1 },
  passkeys: [passkey],
  recoveryCodes: { digests: ['one', 'two'], createdAt: at },
  used: [],
}
const events: UserEvent[] = [
  { type: 'AuthenticatorAppAdded', data: { addedAt: at } },
  { type: 'PasskeyAdded', data: { passkey: 'laptop', name: 'Laptop' } },
  { type: 'RecoveryCodesCreated', data: { createdAt: at, count: 2 } },
]

rule('records what an account does not know yet', [
  [registered],
  (user) => recordFactors(user, full),
  [...events],
])

test('records nothing twice, and not the use of a code or a passkey', () => {
  const used = { ...full, passkeys: [{ ...passkey, counter: 9, lastUsedAt: at }] }
  given(registered, ...events.map(recorded))
    .when((user) => recordFactors(user, used))
    .thenNothing()
})

test('records a new name, a used recovery code, and another app', () => {
  const changed: UserEvent[] = [
    { type: 'AuthenticatorAppAdded', data: { addedAt: '2026-03-03T08:00:00.000Z' } },
    { type: 'PasskeyRenamed', data: { passkey: 'laptop', name: 'Work' } },
    { type: 'RecoveryCodeUsed', data: { left: 1 } },
  ]
  given(registered, ...events.map(recorded))
    .when((user) =>
      recordFactors(user, {
        ...full,
        app: { secret: 'other', addedAt: '2026-03-03T08:00:00.000Z', lastStep: 1 },
        passkeys: [{ ...passkey, name: 'Work' }],
        recoveryCodes: { digests: ['two'], createdAt: at },
      }),
    )
    .then(...changed)
})

test('records what was removed, and after a reset everything is new', () => {
  given(registered, ...events.map(recorded))
    .when((user) => recordFactors(user, noSecondFactors))
    .then(
      { type: 'AuthenticatorAppRemoved', data: {} },
      { type: 'PasskeyRemoved', data: { passkey: 'laptop' } },
    )
  given(registered, ...events.map(recorded), recorded({ type: 'SecondFactorsReset', data: {} }))
    .when((user) => recordFactors(user, full))
    .then(...events)
})

rule('records nothing about somebody without an account', [[], (user) => recordFactors(user, full), []])
