// Endpoints for operators at the machine of the server (`npm run ops`): make an admin, remove second factors, check and replay read models.

import { z } from 'zod'
import { position, queryResponse } from '../endpoints/responses.ts'
import { get, post } from '../endpoints/endpoint-definition.ts'

/** `check` compares all read models with the log; `replay` also rebuilds them, whether or not they differ. */
export const operationKind = z.enum(['check', 'replay'])
export type OperationKind = z.infer<typeof operationKind>

/**
 * A read model that was compared with the log up to `position`. `count` differences were found, and the first hundred are
 * listed as sentences. `isRebuilt` is null if it was only compared. `standstill` is set if it does not have all events of the log:
 * the position of the newest one, and why it stopped, if that is known.
 */
export const operatedReadModel = z.object({
  name: z.string(),
  position,
  documents: z.int(),
  count: z.int(),
  differences: z.array(z.string()),
  isRebuilt: z.boolean().nullable(),
  standstill: z.object({ head: position, reason: z.string().nullable() }).optional(),
})
export type OperatedReadModel = z.infer<typeof operatedReadModel>

/**
 * An operation of an operator that runs in the server. `done` of `total` read models are finished; `current` is the read model
 * that is being folded, with the positions that were read and are to be read.
 */
export const operation = z.object({
  id: z.string(),
  kind: operationKind,
  state: z.enum(['running', 'done', 'failed']),
  done: z.int(),
  total: z.int(),
  current: z.object({ name: z.string(), done: position, total: position }).nullable(),
  readModels: z.array(operatedReadModel),
  failure: z.string().nullable(),
})
export type Operation = z.infer<typeof operation>

const operationResponse = queryResponse.extend({ operation })

export const operationEndpoints = {
  makeAdmin: post('/api/operations/users/:userId/admin', 'operators', {
    summary: 'Give an active user the rights of an admin, who is not ranked any more',
  }),
  resetTwoFactor: post('/api/operations/users/:userId/two-factor/reset', 'operators', {
    summary: 'Remove all second factors and recovery codes of a user who has lost them, and end all sessions',
    errors: ['no-second-factor'],
  }),
  start: post('/api/operations/runs', 'operators', {
    summary: 'Compare the read models with the log, or rebuild them; one at a time',
    /**
     * `fromSnapshot`: a replay begins with the last snapshots instead of the first event. The rebuilt read models are live before they
     * are compared with the log.
     */
    body: z.strictObject({ kind: operationKind, fromSnapshot: z.boolean().optional() }),
    status: 201,
    response: operationResponse,
  }),
  one: get('/api/operations/runs/:operationId', 'operators', {
    summary: 'How far an operation is',
    response: operationResponse,
    errors: ['not-found'],
  }),
}
