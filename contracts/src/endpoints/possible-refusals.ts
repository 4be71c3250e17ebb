import { accessLevels, type AccessLevel } from './access.ts'
import type { EndpointDefinition } from './endpoint-definition.ts'
import { statusByCode, type RefusalCode } from './refusals.ts'

/**
 * Returns every refusal code that an endpoint can answer: its own errors, and the codes that its access level, limit,
 * path and schemas can cause.
 */
export function possibleRefusals(definition: EndpointDefinition): ReadonlySet<RefusalCode> {
  const level: AccessLevel = accessLevels[definition.access]
  const codes = new Set<RefusalCode>(['too-many', 'busy', 'storage-unavailable', 'being-built'])
  const add = (...more: readonly RefusalCode[]) => more.forEach((code) => codes.add(code))
  const { params, query, body, file, rawBody, errors = [] } = definition
  add(...errors, ...notFoundIn(definition.path))
  if (params ?? query ?? body ?? file ?? rawBody) add('malformed')
  if (body ?? file ?? rawBody) add('timed-out')
  if (body) add('invalid-fields', 'too-large', 'wrong-type')
  if (file !== undefined) add('invalid-fields', 'too-large', 'wrong-type', 'bad-image')
  if (rawBody) add('too-large', 'wrong-type')
  if (level.session === 'refused') add('not-allowed')
  if (level.session === 'required') {
    add('not-signed-in', 'account-inactive')
    if (level.rule) add('not-allowed')
    if (definition.method !== 'GET' && !definition.allowsPending) add('account-pending')
    if (!definition.allowsBeforeTwoFactor) add('two-factor-needed')
  }
  if (definition.confirmed) add('confirmation-needed')
  if (definition.method !== 'GET') add('malformed', 'key-reused', 'in-flight', 'conflict', 'not-found')
  // Nothing changes a project of an earlier run.
  if (definition.method !== 'GET' && definition.path.startsWith('/api/projects/:')) add('challenge-was-reset')
  return codes
}

const isCode = (text: string): text is RefusalCode => Object.hasOwn(statusByCode, text)

/** The codes for what the ids in a path name: `:savedTextId` may be of no saved text. */
const notFoundIn = (path: string): RefusalCode[] =>
  [...path.matchAll(/:(\w+)Id\b/g)]
    .map(([, name = '']) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
    .map((name) => `${name}-not-found`)
    .filter(isCode)
