// Sends the options to all admins after one of them switched an option.

import { rooms } from '@thirty/contracts/live/live.ts'
import { disconnectMessage } from '@thirty/infra/live/live-publisher.ts'
import type { ChallengeOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import type { optionEvents } from './projection.ts'
import type { DocumentChange } from '../registered-projection.ts'
import type { LiveUpdate } from '../live-update.ts'

/**
 * Once owners no longer need two-factor sign-in, owners who had to set it up are disconnected: their clients ask who they are, and connect
 * again.
 */
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
