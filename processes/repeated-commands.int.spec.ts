import { randomUUID } from 'node:crypto'
import { limitRules, type LimitRule } from '@thirty/contracts/endpoints/limits.ts'
import { commandsStream } from '@thirty/contracts/events/stream-names.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test, vi } from 'vitest'
import {
  buildRequest,
  commandUses,
  isForAdmins,
  ownSenderOf,
  type EndpointUse,
} from './testing/endpoint-uses.ts'
import { productForFile, type Person } from './testing/product.ts'

// The spec starts a whole product with embedded stores.
vi.setConfig({ testTimeout: 120_000 })

// Streams are read in full by the commands about them, and by every login in the case of a person's: nobody may make them long.

/** Commands that do something new each time, and what bounds how often. */
const alwaysNew: ReadonlySet<string> = new Set([
  // Something different each time: its limit or a maximum number bounds it.
  'invitations.create',
  'passwordReset.forgotPassword',
  'participantImport.import',
  'pictures.uploadProfileImage',
  'projects.uploadScreenshot',
  'reactions.postComment',
  'discussions.open',
  'discussions.reply',
  'history.create',
  'history.import',
  'history.reset',
  'history.restore',
  'webhooks.create',
  'webhooks.rotate',
  'twoFactor.renewCodes',
])

/**
 * Commands that complete what an earlier try has begun, and say that nothing is left to do, or that answer before they append, so that
 * nobody learns by the time whether there is an account.
 */
const withoutKeys: ReadonlySet<string> = new Set([
  'passwordReset.forgotPassword',
  'participantImport.import',
  'operations.resetTwoFactor',
  'operations.start',
])

const product = productForFile()
const admin = appForFile(() => product.admin())

function senderOf(use: EndpointUse, owner: Person): Person | undefined {
  if (isForAdmins(use)) return admin
  return ['operators', 'everyone', 'visitors'].includes(use.definition.access) ? undefined : owner
}

/** Returns what was appended, without what is in the streams of commands that changed nothing. */
async function appendedAfter(position: bigint): Promise<string[]> {
  const events = (await Array.fromAsync(product.core.log.readAll({ after: position }))).flat()
  return events
    .filter(({ stream }) => !stream.startsWith(commandsStream('')))
    .map(({ stream, type }) => `${type} in ${stream}`)
}

test('a command that is sent twice appends nothing the second time, unless it does something new (T524), and nothing with the same key', async () => {
  const found: string[] = []
  let accepted = 0
  for (const use of commandUses) {
    const owner = await ownSenderOf(use, product)
    const sender = senderOf(use, owner)
    const token = use.definition.access === 'operators' ? product.operatorToken() : sender?.token
    const request = await buildRequest(use, { product, owner, sender, admin })
    const send = async (key: string) => {
      const before = await product.core.log.head()
      const headers = { ...request.headers, 'idempotency-key': key }
      const { status } = await product.ask({ ...request, token, headers })
      return { status, appended: await appendedAfter(before) }
    }
    const key = randomUUID()
    const first = await send(key)
    if (first.status < 300) accepted += 1
    const again = withoutKeys.has(use.endpoint) ? undefined : await send(key)
    const second = alwaysNew.has(use.endpoint) ? undefined : await send(randomUUID())
    for (const repeated of [again, second])
      if (repeated !== undefined && repeated.appended.length > 0)
        found.push(`${use.name}: ${first.status}, ${repeated.status}, ${repeated.appended.join()}`)
    // A command may end the session of its sender.
    if (again && first.status < 300 && ![first.status, 401].includes(again.status))
      found.push(`${use.name}: ${first.status}, with the same key ${again.status}`)
  }
  expect(found).toEqual([])
  expect(accepted).toBeGreaterThan(50)
})

/** Commands about the stream of a person, or about the challenge, which other commands read in full. */
const readInFull =
  /^(accounts\.logOut|sessions\.|profile\.|pictures\.removeProfileImage|challenge\.|options\.|scoring\.|history\.(create|remove|reset|restore))/

test.each(commandUses.map((use) => [use.name, use] as const))('%s has a limit', (name, { definition }) => {
  const rule: LimitRule = limitRules[definition.limit]
  const perDay = (rule.points / rule.seconds) * 86_400
  expect(perDay).toBeGreaterThan(0)
  expect(perDay).toBeLessThanOrEqual(readInFull.test(name) ? 300 : 1_000_000)
})

test('the other sessions are ended once, also by their user with the new token, and again after another login', async () => {
  const person = await product.participant()
  const revocations = async () => {
    const events = await Array.fromAsync(product.core.log.read(`user-${person.id}`))
    return events.filter(({ type }) => type === 'SessionsRevoked').length
  }
  let { token } = person
  const endOthers = async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const endpoint = 'POST /api/auth/sessions/end-others'
    const { status, json } = await product.answer({ token }, endpoint, undefined, headers)
    expect(status).toBe(200)
    // The schema of the response defines this type.
    token = (json as { token: string }).token
  }
  for (let times = 0; times < 5; times += 1) await endOthers()
  expect(await revocations()).toBe(1)
  await product.logInElsewhere(person)
  await endOthers()
  expect(await revocations()).toBe(2)
  // A session that was opened and never used.
  await product.logIn(person)
  await endOthers()
  expect(await revocations()).toBe(3)
})
