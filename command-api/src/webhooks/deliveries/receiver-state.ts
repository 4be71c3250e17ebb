import { webhookFailingMs } from '@thirty/contracts/webhooks/webhooks.ts'
import type { NewEntry } from '@thirty/infra/entry-store/entry-store.ts'
import { z } from 'zod'
import { receiversGroup, type TryOutcome } from './stored-delivery.ts'

/** What is known about the receiver of a webhook. Times in milliseconds since 1970. `failed`: deliveries that were given up. */
export const receiverState = z.object({
  failingSince: z.number().nullable().default(null),
  lastSuccessAt: z.number().nullable().default(null),
  lastTryAt: z.number().nullable().default(null),
  delivered: z.int().default(0),
  failed: z.int().default(0),
})
export type ReceiverState = z.infer<typeof receiverState>

const unknownReceiver = receiverState.parse({})

/** Returns what is stored about the receiver of a webhook; without a state, that of one that nothing was sent to. */
export const receiverEntry = (webhook: string, state: ReceiverState = unknownReceiver): NewEntry => ({
  group: receiversGroup,
  id: webhook,
  due: null,
  document: state,
})

/** Returns the stored state. Failures before `triedSince` do not count. */
export function parseReceiverState(stored: unknown, { triedSince }: { triedSince: number }): ReceiverState {
  const state = receiverState.safeParse(stored).data ?? unknownReceiver
  const isOutdated = state.failingSince !== null && state.failingSince < triedSince
  return isOutdated ? { ...state, failingSince: null } : state
}

/** Returns the state after a try. */
export function evolveReceiver(state: ReceiverState, outcome: TryOutcome, now: number): ReceiverState {
  if (outcome === 'delivered')
    return {
      ...state,
      failingSince: null,
      lastSuccessAt: now,
      lastTryAt: now,
      delivered: state.delivered + 1,
    }
  const failed = state.failed + (outcome === 'retried' ? 0 : 1)
  return { ...state, failingSince: state.failingSince ?? now, lastTryAt: now, failed }
}

/** Whether a receiver has failed for so long that its webhook is turned off. */
export const hasFailedTooLong = ({ failingSince }: ReceiverState, now: number): boolean =>
  failingSince !== null && now - failingSince >= webhookFailingMs
