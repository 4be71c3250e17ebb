// After a change of the options, sends them to all admins, and disconnects owners who no longer have to set up two-factor sign-in.

import { rooms } from '@thirty/contracts/live/live.ts'
import { disconnectMessage } from '@thirty/infra/live/live-publisher.ts'
import type { ChallengeOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import type { optionEvents } from './projection.ts'
import type { DocumentChange } from '../registered-projection.ts'
import type { LiveUpdate } from '../live-update.ts'

/** The clients of disconnected owners ask who they are, and connect again. */
export function optionsUpdates({
  before,
  after,
}: DocumentChange<ChallengeOptions, typeof optionEvents>): readonly LiveUpdate[] {
  if (after === undefined) return []
  const isNoLongerNeeded = before?.ownersNeedTwoFactor === true && !after.ownersNeedTwoFactor
  return [
    { room: rooms.admins, message: 'options.changed', build: () => ({ options: after }) },
    ...(isNoLongerNeeded
      ? [{ room: rooms.twoFactorSetup, message: disconnectMessage, build: () => ({}) } as const]
      : []),
  ]
}
