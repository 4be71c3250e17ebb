import { ConfigError } from '@thirty/infra/config/config-error.ts'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

/** Returns the settings that a process with these variables has. Throws `ConfigError`. */
const settingsFrom = (environment: Readonly<Record<string, string>>) => readConfig(environment).signIn

const gitHub = { GITHUB_CLIENT_ID: 'example', GITHUB_CLIENT_SECRET: 'known-to-GitHub' }
const google = { GOOGLE_CLIENT_ID: 'example', GOOGLE_CLIENT_SECRET: 'known-to-Google' }

test('offers no provider without a client id', () => {
  expect(settingsFrom({})).toEqual({})
  expect(settingsFrom({ GITHUB_CLIENT_ID: '', GITHUB_CLIENT_SECRET: '' })).toEqual({})
})

test('uses the public addresses of a provider by default', () => {
  const settings = settingsFrom({ ...gitHub, ...google })
  expect(settings.github).toEqual({
    clientId: 'example',
    clientSecret: 'known-to-GitHub',
    authorizeUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    userUrl: 'https://api.github.com/user',
    emailsUrl: 'https://api.github.com/user/emails',
  })
  expect(settings.google).toMatchObject({ clientSecret: 'known-to-Google' })
  expect(settingsFrom(google).github).toBeUndefined()
})

test('accepts another address for each step', () => {
  for (const step of ['authorize', 'token', 'user', 'emails']) {
    const address = `https://git.example/${step}?tenant=1`
    const { github } = settingsFrom({ ...gitHub, [`GITHUB_${step.toUpperCase()}_URL`]: address })
    expect(github).toMatchObject({ [`${step}Url`]: address })
  }
})

const notAnAddress = 'GOOGLE_USER_URL must be an http or https address, without a password or a #.'
test.each([
  [{ GITHUB_CLIENT_ID: 'example' }, 'GITHUB_CLIENT_SECRET must be set when GITHUB_CLIENT_ID is.'],
  [{ GOOGLE_CLIENT_SECRET: 'x' }, 'GOOGLE_CLIENT_ID must be set when GOOGLE_CLIENT_SECRET is.'],
  [
    { GITHUB_TOKEN_URL: 'https://git.example' },
    'GITHUB_CLIENT_ID must be set when GITHUB_TOKEN_URL is.\nGITHUB_CLIENT_SECRET must be set when GITHUB_TOKEN_URL is.',
  ],
  [{ ...google, GOOGLE_USER_URL: 'accounts.example' }, notAnAddress],
  [{ ...google, GOOGLE_USER_URL: 'https://me:secret@accounts.example' }, notAnAddress],
  [
    { ...gitHub, GITHUB_CLIENT_SECRET: 'two words' },
    'GITHUB_CLIENT_SECRET must be up to 500 visible characters without spaces.',
  ],
  [
    { ...gitHub, GITHUB_TOKEN_URL: 'http://git.example/token', NODE_ENV: 'production' },
    'GITHUB_TOKEN_URL must be an https address in production, unless it is on this machine.',
  ],
])('refuses %j', (environment, message) => {
  expect(() => settingsFrom(environment)).toThrow(new ConfigError(message))
})

test('accepts a provider without encryption on this machine', () => {
  const environment = { ...google, GOOGLE_TOKEN_URL: 'http://localhost:8080/token', NODE_ENV: 'production' }
  expect(settingsFrom(environment).google?.tokenUrl).toBe('http://localhost:8080/token')
})
