import { rooms } from '@thirty/contracts/live.ts'
import type { ChallengeOptions } from '@thirty/contracts/rules/challenge-options.ts'
import type { optionEvents } from './projection.ts'
import type { DocumentChange } from '../registered-projection.ts'
import type { LiveUpdate } from '../live-update.ts'

/** Sends the options to all admins after one of them switched an option. */
export const optionsUpdates = ({
  after,
}: DocumentChange<ChallengeOptions, typeof optionEvents>): readonly LiveUpdate[] =>
  after === undefined
    ? []
    : [{ room: rooms.admins, message: 'options.changed', build: () => ({ options: after }) }]
