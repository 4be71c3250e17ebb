import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import type { User } from '../evolve.ts'
import { recordFactors } from './change-factors.ts'
import { noSecondFactors, type SecondFactors } from './second-factors.ts'
import { anaRegistered, monday as at, userRule as rule } from '@thirty/command-api/testing/account-events.ts'

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
const removals: UserEvent[] = [
  { type: 'AuthenticatorAppRemoved', data: {} },
  { type: 'PasskeyRemoved', data: { passkey: 'laptop' } },
]
const recording = (change: Partial<SecondFactors>) => (user: User) =>
  recordFactors(user, { ...full, ...change })
const known = [anaRegistered, ...events]
const later = '2026-03-03T08:00:00.000Z'

rule(
  'records what an account does not know yet, nothing twice, and not the use of a code or a passkey',
  [[anaRegistered], recording({}), events],
  [known, recording({ passkeys: [{ ...passkey, counter: 9, lastUsedAt: at }] }), []],
  [[], recording({}), []],
)

rule(
  'records another app, a new name and a used recovery code, what was removed, and after a reset everything',
  [
    known,
    recording({
      app: { secret: 'other', addedAt: later, lastStep: 1 },
      passkeys: [{ ...passkey, name: 'Work' }],
      recoveryCodes: { digests: ['two'], createdAt: at },
    }),
    [
      { type: 'AuthenticatorAppAdded', data: { addedAt: later } },
      { type: 'PasskeyRenamed', data: { passkey: 'laptop', name: 'Work' } },
      { type: 'RecoveryCodeUsed', data: { left: 1 } },
    ],
  ],
  [known, recording(noSecondFactors), removals],
  [[...known, { type: 'SecondFactorsReset', data: {} }], recording({}), events],
)
