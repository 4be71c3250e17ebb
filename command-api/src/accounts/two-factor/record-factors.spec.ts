import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { userFold } from '../evolve.ts'
import { recordFactors } from './change-factors.ts'
import { noSecondFactors, type SecondFactors } from './second-factors.ts'
import { recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'

const at = '2026-03-02T08:00:00.000Z'
const registered: UserEvent = {
  type: 'UserRegistered',
  data: { fullName: 'Ada', email: 'ada@example.org', role: 'admin' },
}
const { rule } = recordedDeciderSpec(userFold)
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

const recording = (factors: SecondFactors) => (user: Parameters<typeof recordFactors>[0]) =>
  recordFactors(user, factors)
const known = [registered, ...events]
const later = '2026-03-03T08:00:00.000Z'

rule(
  'records what an account does not know yet, nothing twice, and not the use of a code or a passkey',
  [[registered], recording(full), events],
  [known, recording({ ...full, passkeys: [{ ...passkey, counter: 9, lastUsedAt: at }] }), []],
  [[], recording(full), []],
)

rule('records a new name, a used recovery code, and another app', [
  known,
  recording({
    ...full,
    app: { secret: 'other', addedAt: later, lastStep: 1 },
    passkeys: [{ ...passkey, name: 'Work' }],
    recoveryCodes: { digests: ['two'], createdAt: at },
  }),
  [
    { type: 'AuthenticatorAppAdded', data: { addedAt: later } },
    { type: 'PasskeyRenamed', data: { passkey: 'laptop', name: 'Work' } },
    { type: 'RecoveryCodeUsed', data: { left: 1 } },
  ],
])

rule(
  'records what was removed, and after a reset everything is new',
  [
    known,
    recording(noSecondFactors),
    [
      { type: 'AuthenticatorAppRemoved', data: {} },
      { type: 'PasskeyRemoved', data: { passkey: 'laptop' } },
    ],
  ],
  [[...known, { type: 'SecondFactorsReset', data: {} }], recording(full), events],
)
