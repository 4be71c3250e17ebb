import { hash } from 'node:crypto'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { countStatuses } from '@thirty/command-api/testing/test-app.ts'
import { passwordResetApp, linkExpiredResponse } from '@thirty/command-api/testing/password-reset-app.ts'
import { userStream } from '../evolve.ts'
import { credentialsStream } from '../password/credentials.ts'

const app = appForEach(passwordResetApp)

/** Follows links concurrently, each with another password; returns the password that was set. */
async function followConcurrently(tokens: readonly string[]) {
  const responses = await Promise.all(
    tokens.map((token, index) => app.reset(token, `Horse-number-${index}!`)),
  )
  for (const refused of responses.filter(({ status }) => status !== 200))
    expect(refused).toMatchObject(linkExpiredResponse)
  const winner = responses.findIndex(({ status }) => status === 200)
  return { counts: countStatuses(responses), password: `Horse-number-${winner}!` }
}
const countIn = async (stream: string, eventType: string) =>
  (await app.eventsOf(stream)).filter(({ type }) => type === eventType).length

test.for([
  ['another password', (name: string) => app.signUp(name)],
  ['the first password', (name: string) => app.signUpWithGitHub(name)],
] as const)('of twelve links that are followed concurrently, one sets %s', async ([, join]) => {
  const id = await join('ana')
  const tokens: string[] = []
  while (tokens.length < 12) tokens.push(await app.mailedToken('ana'))
  const { counts, password } = await followConcurrently(tokens)
  expect(counts).toEqual({ 200: 1, 422: 11 })
  expect((await app.logIn('ana@example.org', password)).status).toBe(200)
  expect(await countIn(credentialsStream(id), 'PasswordSet')).toBe(1)
  expect(await countIn(userStream(id), 'SessionsRevoked')).toBe(1)
})

test('of twenty concurrent uses of the same link, one sets a password', async () => {
  const id = await app.signUp('ana')
  const token = await app.mailedToken('ana')
  const { counts, password } = await followConcurrently(Array.from({ length: 20 }, () => token))
  expect(counts).toEqual({ 200: 1, 422: 19 })
  const link = await app.eventsOf(`password-reset-${hash('sha256', token)}`)
  expect(link.map(({ type }) => type)).toEqual(['PasswordResetRequested', 'PasswordResetUsed'])
  expect((await app.logIn('ana', password)).status).toBe(200)
  expect(await countIn(credentialsStream(id), 'PasswordSet')).toBe(1)
})
