import type { EndpointDefinition } from '@thirty/contracts/endpoints/endpoint-definition.ts'
import type { RefusalCode } from '@thirty/contracts/refusals.ts'

/**
 * Every way in which a call may refuse: what it names, and what follows from what it asks for. What is no request at all
 * (`malformed`, `too-large`, `wrong-type`) is refused before anybody knows which call was meant.
 */
export function possibleRefusals(call: EndpointDefinition): ReadonlySet<RefusalCode> {
  const codes = new Set<RefusalCode>([
    ...(call.errors ?? []),
    'too-many',
    'storage-unavailable',
    'being-built',
  ])
  const add = (...more: readonly RefusalCode[]) => more.forEach((code) => codes.add(code))
  if (call.params ?? call.query ?? call.body ?? call.file) add('malformed')
  if (call.body) add('invalid-fields', 'too-large', 'wrong-type')
  if (call.file !== undefined) add('invalid-fields', 'too-large', 'wrong-type', 'bad-image', 'busy')
  if (call.access === 'visitors') add('not-allowed')
  else if (call.access !== 'everyone') add('not-signed-in', 'account-inactive')
  if (!['everyone', 'visitors', 'signed-in'].includes(call.access)) add('not-allowed')
  if (call.method !== 'GET') add('malformed', 'key-reused', 'in-flight', 'conflict', 'not-found')
  return codes
}
