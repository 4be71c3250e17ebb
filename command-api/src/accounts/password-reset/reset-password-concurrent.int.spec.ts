import { hash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countStatuses } from '@thirty/command-api/testing/test-app.ts'
import { passwordResetApp, linkExpiredResponse } from '@thirty/command-api/testing/password-reset-app.ts'
import { credentialsStream, userStream } from '../streams.ts'

let app: Awaited<ReturnType<typeof passwordResetApp>>
beforeEach(async () => {
  app = await passwordResetApp()
})
afterEach(() => app.close())

/** Follows links at the same moment; answers with whose password everybody signs in from then on. */
async function followed(tokens: readonly string[]) {
  const answers = await Promise.all(tokens.map((token, index) => app.reset(token, `Horse-number-${index}!`)))
  for (const refused of answers.filter(({ status }) => status !== 200))
    expect(refused).toMatchObject(linkExpiredResponse)
  const winner = answers.findIndex(({ status }) => status === 200)
  return { counts: countStatuses(answers), password: `Horse-number-${winner}!` }
}
const countIn = async (stream: string, wanted: string) =>
  (await app.eventsOf(stream)).filter(({ type }) => type === wanted).length

test.for([
  ['another password', (name: string) => app.signUp(name)],
  ['the first password', (name: string) => app.signUpWithGitHub(name)],
] as const)('of twelve links that are followed at the same moment, one sets %s', async ([, join]) => {
  const id = await join('ana')
  const tokens: string[] = []
  while (tokens.length < 12) tokens.push(await app.mailedToken('ana'))
  const { counts, password } = await followed(tokens)
  expect(counts).toEqual({ 200: 1, 422: 11 })
  expect((await app.logIn('ana@example.org', password)).status).toBe(200)
  expect(await countIn(credentialsStream(id), 'PasswordSet')).toBe(1)
  expect(await countIn(userStream(id), 'SessionsRevoked')).toBe(1)
})

test('of twenty who have the same link one sets a password', async () => {
  const id = await app.signUp('ana')
  const token = await app.mailedToken('ana')
  const { counts, password } = await followed(Array.from({ length: 20 }, () => token))
  expect(counts).toEqual({ 200: 1, 422: 19 })
  const link = await app.eventsOf(`password-reset-${hash('sha256', token)}`)
  expect(link.map(({ type }) => type)).toEqual(['PasswordResetRequested', 'PasswordResetUsed'])
  expect((await app.logIn('ana', password)).status).toBe(200)
  expect(await countIn(credentialsStream(id), 'PasswordSet')).toBe(1)
})
