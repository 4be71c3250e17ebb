import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig, loadSecrets } from './config.ts'

const long = 'x'.repeat(32)
const engines = { EVENTSTORE_URL: 'esdb://localhost:2113', REDIS_URL: 'redis://localhost' }
const spread = { ROLE: 'web', ...engines }

function freshDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'thirty-config-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

test('with nothing set, everything runs in one process on this machine', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    role: 'all',
    timezone: 'UTC',
    isRateLimited: true,
    isProduction: false,
    trustedProxies: [],
  })
  expect(config.publicUrl.origin).toBe('http://localhost:3000')
  expect(config.dataDir).toBe(join(process.cwd(), 'data'))
  expect(config.smtp).toBeUndefined()
  expect(config.mailFrom).toEqual({ name: 'Thirty', address: 'thirty@localhost' })
})

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['ROLE', 'everything'],
  ['PUBLIC_URL', 'thirty.example'],
  ['PUBLIC_URL', 'ftp://thirty.example'],
  ['PUBLIC_URL', 'https://thirty.example/app'],
  ['PUBLIC_URL', 'https://me:secret@thirty.example'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/99'],
  ['EVENTSTORE_URL', 'http://localhost'],
  ['REDIS_URL', 'localhost:6379'],
  ['REDIS_URL', 'http://localhost:6379'],
  ['EVENTSTORE_URL', 'esdb://one,'],
  ['S3_ENDPOINT', 'minio'],
  ['METRICS_TOKEN', 'short'],
  ['ALLOWED_LAG_SECONDS', '0'],
  ['ALLOW_INSECURE_ENGINES', 'yes'],
  ['JWT_SECRET', ''],
  ['JWT_SECRET', 'secret'],
  ['JWT_SECRET', 'x'.repeat(31)],
  ['ADMIN_REGISTRATION_KEY', ''],
  ['ADMIN_REGISTRATION_KEY', 'short'],
  ['CHALLENGE_TIMEZONE', 'Mars/Olympus'],
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'http://mail.example'],
  ['SMTP_URL', 'smtp://ana@mail.example'],
  ['SMTP_URL', 'smtp://mail.example?debug=true'],
  ['MAIL_FROM', 'Thirty'],
  ['MAIL_FROM', 'a@b.org, c@d.org'],
  ['MAIL_FROM', 'Thirty\r\nBcc: x <a@b.org>'],
  ['RATE_LIMIT', 'maybe'],
  ['LOG_LEVEL', 'loud'],
])('%s=%j is refused with one sentence that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} .*\\.$`))
})

test('every fault is told at once', () => {
  expect(() => readConfig({ PORT: 'x', ROLE: 'y' })).toThrow(/^PORT .*\.\nROLE .*\.$/)
})

test('a variable left empty counts as not set', () => {
  expect(readConfig({ REDIS_URL: '', PORT: '', UNKNOWN: 'x' }).port).toBe(3000)
})

test('several processes need engines that they share', () => {
  expect(() => readConfig({ ROLE: 'web' })).toThrow('EVENTSTORE_URL must be set when ROLE is web.')
  expect(readConfig(spread).role).toBe('web')
})

test('several processes in production need secrets that they share', () => {
  expect(() => readConfig({ ...spread, NODE_ENV: 'production' })).toThrow(
    /^JWT_SECRET .*\nADMIN_REGISTRATION_KEY .*$/,
  )
  const secrets = { JWT_SECRET: long, ADMIN_REGISTRATION_KEY: long }
  // A projector signs nobody in, so nothing of that has to be told to it.
  expect(readConfig({ ...spread, ROLE: 'projector', NODE_ENV: 'production' }).role).toBe('projector')
  expect(readConfig({ ...spread, ...secrets, NODE_ENV: 'production' }).isProduction).toBe(true)
})

test('production allows neither a guessable admin key nor to go without limits', () => {
  const production = { NODE_ENV: 'production' }
  expect(() => readConfig({ ...production, ADMIN_REGISTRATION_KEY: 'x'.repeat(31) })).toThrow(
    'ADMIN_REGISTRATION_KEY',
  )
  expect(() => readConfig({ ...production, RATE_LIMIT: 'off' })).toThrow('RATE_LIMIT must be on')
  expect(readConfig(production).isProduction).toBe(true)
})

test('object storage needs its bucket and keys', () => {
  expect(() => readConfig({ S3_ENDPOINT: 'http://minio:9000' })).toThrow(
    'S3_BUCKET must be set when S3_ENDPOINT is.',
  )
})

test('a projector may be told of pictures, mail and sign-in without their secrets', () => {
  const settings = { S3_ENDPOINT: 'http://minio:9000', SMTP_URL: 'smtp://mail', GITHUB_CLIENT_ID: 'thirty' }
  expect(() => readConfig({ ...spread, ...settings })).toThrow(
    /S3_BUCKET(.|\n)*MAIL_FROM(.|\n)*GITHUB_CLIENT_SECRET/,
  )
  expect(readConfig({ ...spread, ...settings, ROLE: 'projector' })).toMatchObject({
    role: 'projector',
    signIn: {},
  })
})

test('a mail server needs somebody who writes', () => {
  expect(() => readConfig({ SMTP_URL: 'smtp://localhost' })).toThrow(
    'MAIL_FROM must be set when SMTP_URL is.',
  )
  const { smtp, mailFrom } = readConfig({
    SMTP_URL: 'smtps://a:b@mail.example',
    MAIL_FROM: 'Thirty <a@b.org>',
  })
  expect(smtp?.server).toMatchObject({ host: 'mail.example', port: 465, user: 'a', password: 'b' })
  expect(mailFrom).toEqual({ name: 'Thirty', address: 'a@b.org' })
})

test.each([
  [{ SMTP_URL: 'smtp://a:b@mail.example' }, true],
  [{ SMTP_URL: 'smtp://mail.example', NODE_ENV: 'production' }, true],
  [{ SMTP_URL: 'smtp://mail.example' }, false],
  [{ SMTP_URL: 'smtp://a:b@localhost', NODE_ENV: 'production' }, false],
  [{ SMTP_URL: 'smtp://mail:25', NODE_ENV: 'production', ALLOW_INSECURE_ENGINES: 'on' }, false],
  [{ SMTP_URL: 'smtp://a:b@mail.example', NODE_ENV: 'production', ALLOW_INSECURE_ENGINES: 'on' }, true],
])('%j: mail over an encrypted line only: %s', (given, requireTls) => {
  expect(readConfig({ MAIL_FROM: 'a@b.org', ...given }).smtp?.requireTls).toBe(requireTls)
})

test.each([
  ['EVENTSTORE_URL', 'esdb://admin:changeit@log.example:2113'],
  ['EVENTSTORE_URL', 'esdb://ops:ChangeIt@localhost:2113'],
  ['REDIS_URL', 'rediss://:foobared@cache.example'],
  ['REDIS_URL', 'redis://default:p%61ssword@localhost'],
  ['SMTP_URL', 'smtps://ana:secret@mail.example'],
])('%s=%s holds a password that everybody knows, which production refuses', (name, value) => {
  const given = { MAIL_FROM: 'a@b.org', [name]: value }
  const refused = () => readConfig({ NODE_ENV: 'production', ALLOW_INSECURE_ENGINES: 'on', ...given })
  expect(refused).toThrow(`${name} must not hold a password that everybody knows, in production.`)
  expect(readConfig(given).isProduction).toBe(false)
})

test('object storage in production needs keys of its own', () => {
  const s3 = { S3_ENDPOINT: 'http://minio:9000', S3_BUCKET: 'thirty', S3_ACCESS_KEY_ID: 'minioadmin' }
  const config = { ...s3, S3_SECRET_ACCESS_KEY: 'minioadmin' }
  expect(() => readConfig({ ...config, NODE_ENV: 'production' })).toThrow('S3_SECRET_ACCESS_KEY must not')
  expect(readConfig(config).s3?.bucket).toBe('thirty')
})

test.each([
  ['EVENTSTORE_URL', 'esdb://thirty:9f86d081884c7d65@log.example:2113?tls=false', 'must not turn tls off'],
  ['EVENTSTORE_URL', 'esdb://localhost:2113,log.example:2113?tls=false', 'must not turn tls off'],
  ['REDIS_URL', 'redis://cache.example', 'must hold a password'],
])('%s=%s is open to the way there, which production refuses unless it is allowed', (name, value, fault) => {
  const production = { NODE_ENV: 'production', [name]: value }
  expect(() => readConfig(production)).toThrow(`${name} ${fault} in production`)
  expect(readConfig({ ...production, ALLOW_INSECURE_ENGINES: 'on' }).isProduction).toBe(true)
  expect(readConfig({ [name]: value }).isProduction).toBe(false)
})

test('engines on this machine need neither encryption nor password', () => {
  const local = { EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=false', REDIS_URL: 'redis://localhost' }
  expect(readConfig({ ...local, NODE_ENV: 'production' }).isProduction).toBe(true)
})

test('no fault repeats an address, which may hold a password', () => {
  const secret = '9f86d081884c7d65'
  const wrong = [
    { EVENTSTORE_URL: `http://admin:${secret}@log` },
    { REDIS_URL: `amqp://:${secret}@cache` },
    { SMTP_URL: `smtp://a:${secret}@mail/path` },
    { NODE_ENV: 'production', EVENTSTORE_URL: `esdb://a:${secret}@log?tls=false` },
    { EVENTSTORE_URL: `esdb://a:${secret}@log`, DEBUG: 'http,esdb:*' },
  ]
  for (const environment of wrong) {
    expect(() => readConfig(environment)).toThrow(ConfigError)
    expect(() => readConfig(environment)).not.toThrow(secret)
  }
})

test('missing secrets are made once and kept for the owner only', () => {
  const config = readConfig({ DATA_DIR: join(freshDirectory(), 'data') })
  const first = loadSecrets(config)
  expect(Buffer.byteLength(first.jwtSecret)).toBeGreaterThanOrEqual(32)
  expect(first.jwtSecret).not.toBe(first.adminRegistrationKey)
  expect(loadSecrets(config)).toEqual(first)
  expect(readFileSync(String(first.adminKeyFile), 'utf8').trim()).toBe(first.adminRegistrationKey)
  expect(statSync(join(config.dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600)
})

test('given secrets are used as they are, and nothing is written', () => {
  const config = readConfig({ DATA_DIR: '/nowhere', JWT_SECRET: long, ADMIN_REGISTRATION_KEY: `${long}y` })
  expect(loadSecrets(config)).toEqual({ jwtSecret: long, adminRegistrationKey: `${long}y` })
})

test('a damaged secret is a fault, never silently a new one', () => {
  const config = readConfig({ DATA_DIR: freshDirectory() })
  writeFileSync(join(config.dataDir, 'jwt-secret'), 'half')
  expect(() => loadSecrets(config)).toThrow('DATA_DIR holds a damaged jwt-secret')
})
