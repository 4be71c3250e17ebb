import { join } from 'node:path'
import { ConfigError } from '@thirty/infra/config/config-error.ts'
import { expect, test } from 'vitest'
import { parseFlags, readConfig } from './config.ts'
import { long, secrets, secretNames } from '../testing/configured-secrets.ts'

const engines = { EVENTSTORE_URL: 'esdb://localhost:2113', REDIS_URL: 'redis://localhost' }
const cluster = { ROLE: 'web', ...engines }

test('runs everything in one process on this machine by default', () => {
  const { publicUrl: address, ...config } = readConfig({})
  expect(address.href).toBe('http://localhost:3000/')
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    dataDir: join(process.cwd(), 'data'),
    role: 'all',
    timezone: 'UTC',
    isRateLimited: true,
    isProduction: false,
    trustedProxies: [],
    smtp: undefined,
    mailFrom: { name: 'Thirty', address: 'thirty@localhost' },
  })
})

/** What no variable of a name may be. */
const refused: Readonly<Record<string, readonly string[]>> = {
  PORT: ['eighty', '70000', '-1', '80.5'],
  ROLE: ['everything'],
  NODE_ENV: ['"production"', 'Production', 'production '],
  HOST: [' ', '"127.0.0.1"'],
  DATA_DIR: ['"./data"', "'/data'", ' '],
  S3_REGION: ['"eu-central-1"'],
  S3_BUCKET: [' images'],
  REDIS_URL: 'redis://a:6379/two redis://a:6379/1/2 localhost:6379 http://localhost'.split(' '),
  PUBLIC_URL:
    'thirty.example ftp://thirty.example https://thirty.example/app https://a.org?b https://a.org#b https://me:secret@a.org'.split(
      ' ',
    ),
  TRUST_PROXY: ['true'],
  EVENT_NETWORKS: [
    'everyone@2026-03-02T08:00Z',
    '203.0.113.0/24,0.0.0.0/0@2026-03-02T08:00Z',
    '::/0@2026-03-02T08:00Z',
    '203.0.113.0/24',
    '203.0.113.0/24@',
    '203.0.113.0/24@tomorrow',
    '203.0.113.0/24@2026-03-02',
    '@2026-03-02T08:00Z',
    `203.0.113.0/24@${new Date(Date.now() + 31 * 86_400_000).toISOString().slice(0, 16)}Z`,
  ],
  EVENTSTORE_URL: ['http://localhost', 'esdb://one,'],
  S3_ENDPOINT: ['minio'],
  METRICS_TOKEN: ['short'],
  ALLOWED_LAG_SECONDS: ['0'],
  SELF_CHECK_HOURS: ['-1', '721'],
  ALLOW_INSECURE_ENGINES: ['yes'],
  JWT_SECRET: ['', 'secret', 'x'.repeat(31)],
  ADMIN_REGISTRATION_KEY: ['', 'short'],
  RESERVATION_KEY: ['', 'x'.repeat(31)],
  VAPID_PRIVATE_KEY: ['', 'x'.repeat(32)],
  BACKUP_SIGNING_KEY: ['', 'x'.repeat(32)],
  CHALLENGE_TIMEZONE: ['Mars/Olympus'],
  SMTP_URL: 'mail.example http://mail.example smtp://ana@mail.example smtp://mail.example?debug=true'.split(
    ' ',
  ),
  MAIL_FROM: ['Thirty', 'a@b.org, c@d.org', 'Thirty\r\nBcc: x <a@b.org>'],
  RATE_LIMIT: ['maybe'],
  LOG_LEVEL: ['loud'],
}

test.each(Object.entries(refused).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
  'refuses %s=%j with one sentence that names the variable',
  (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} .*\\.$`))
  },
)

const production = { NODE_ENV: 'production' }
const bucket = { S3_BUCKET: 'thirty', S3_ACCESS_KEY_ID: 'AKIA', S3_SECRET_ACCESS_KEY: 'key' }
const mail = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@b.org' }
/** Settings of images, mail and sign-in without their secrets, which a projector does not need. */
const withoutSecrets = {
  S3_ENDPOINT: 'http://minio:9000',
  SMTP_URL: 'smtp://mail',
  GITHUB_CLIENT_ID: 'thirty',
}

test.each<[string, Record<string, string>, RegExp]>([
  ['several wrong settings, all at once', { PORT: 'x', ROLE: 'y' }, /^PORT .*\.\nROLE .*\.$/],
  [
    'several processes without shared engines',
    { ROLE: 'web' },
    /^EVENTSTORE_URL must be set when ROLE is web\./,
  ],
  [
    'several processes without shared secrets in production',
    { ...cluster, ...production },
    /^JWT_SECRET .*\nADMIN_REGISTRATION_KEY .*\nRESERVATION_KEY .*\nVAPID_PRIVATE_KEY .*\nBACKUP_SIGNING_KEY .*$/,
  ],
  ['storage without a bucket', { S3_ENDPOINT: 'http://a' }, /^S3_BUCKET must be set when S3_ENDPOINT is/],
  ['a mail server without a sender', { SMTP_URL: 'smtp://a' }, /^MAIL_FROM must be set when SMTP_URL is/],
  [
    'images, mail and sign-in without their secrets',
    { ...cluster, ...withoutSecrets },
    /S3_BUCKET(.|\n)*MAIL_FROM(.|\n)*GITHUB_CLIENT_SECRET/,
  ],
])('refuses %s', (_, environment, message) => {
  expect(() => readConfig(environment)).toThrow(message)
})

const s3 = { bucket: 'thirty', region: 'us-east-1', accessKeyId: 'AKIA', secretAccessKey: 'key' }
const smtpUrl = 'smtps://a:b@mail.example'
const server = { host: 'mail.example', port: 465, user: 'a', password: 'b' }
const localEngines = { EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=false', REDIS_URL: 'redis://localhost' }
const projector = { ...cluster, ...production, ...withoutSecrets, ROLE: 'projector' }

test.each<[string, Record<string, string>, object]>([
  ['no networks of an event', { EVENT_NETWORKS: '' }, { eventNetworks: null }],
  ['an empty variable as one that is not set', { REDIS_URL: '', PORT: '', UNKNOWN: 'x' }, { port: 3000 }],
  ['several processes with shared engines', cluster, { role: 'web' }],
  [
    'a projector, which authenticates no users, without secrets',
    projector,
    { role: 'projector', signIn: {} },
  ],
  ['several processes with secrets', { ...cluster, ...secrets, ...production }, { isProduction: true }],
  ['a single process in production', production, { isProduction: true }],
  ['a bucket at Amazon', bucket, { s3 }],
  ['a bucket elsewhere', { ...bucket, S3_REGION: 'eu-central-1' }, { s3: { ...s3, region: 'eu-central-1' } }],
  [
    'a mail server',
    { SMTP_URL: smtpUrl, MAIL_FROM: 'Thirty <a@b.org>' },
    { smtp: { server }, mailFrom: { name: 'Thirty', address: 'a@b.org' } },
  ],
  ['engines on this machine without encryption and password', { ...production, ...localEngines }, {}],
])('accepts %s', (_, environment, expected) => {
  expect(readConfig(environment)).toMatchObject(expected)
})

const privateUrls =
  'http://localhost:8080 http://127.0.0.1:3000 http://192.168.1.20 http://[fd00::1] http://thirty http://thirty.local'

test.each(['https://thirty.example', ...privateUrls.split(' ')])(
  'accepts %s as the public address in production',
  (PUBLIC_URL) => {
    expect(readConfig({ ...production, PUBLIC_URL }).publicUrl.href).toContain(PUBLIC_URL)
  },
)

test.each(['HTTPS://Thirty.Example:443/', 'https://thirty.example?', 'https://thirty.example/#'])(
  'takes the public address from %s',
  (PUBLIC_URL) => {
    expect(readConfig({ PUBLIC_URL }).publicUrl.href).toBe('https://thirty.example/')
  },
)

const fewCharacters = 'abcdefg'.repeat(6)
const keyOfFewCharacters = Buffer.alloc(32, 7).toString('base64url')
const tooSimple = 'must have at least 8 different characters'
const publicUrl = 'must start with https://'
const known = 'must not hold a password that everybody knows,'

test.each<[string, string, string]>([
  ['ADMIN_REGISTRATION_KEY', long.slice(0, 31), 'must have at least 32 bytes'],
  ['RATE_LIMIT', 'off', 'must be on'],
  ['PUBLIC_URL', 'http://thirty.example', publicUrl],
  ['PUBLIC_URL', 'http://8.8.8.8', publicUrl],
  ['PUBLIC_URL', 'http://[2001:4860:4860::8888]:8080', publicUrl],
  ...[...secretNames, 'METRICS_TOKEN'].map((name): [string, string, string] => [
    name,
    fewCharacters,
    tooSimple,
  ]),
  ['VAPID_PRIVATE_KEY', keyOfFewCharacters, tooSimple],
  ['BACKUP_SIGNING_KEY', keyOfFewCharacters, tooSimple],
  ['EVENTSTORE_URL', 'esdb://admin:changeit@log.example:2113', known],
  ['EVENTSTORE_URL', 'esdb://ops:ChangeIt@localhost:2113', known],
  ['REDIS_URL', 'rediss://:foobared@cache.example', known],
  ['REDIS_URL', 'redis://default:p%61ssword@localhost', known],
  ['SMTP_URL', 'smtps://ana:secret@mail.example', known],
  ['S3_SECRET_ACCESS_KEY', 'minioadmin', known],
])('refuses %s=%s in production, and only there: it %s', (name, value, rule) => {
  const given = { ...mail, ...bucket, ALLOW_INSECURE_ENGINES: 'on', [name]: value }
  expect(() => readConfig({ ...given, ...production })).toThrow(`${name} ${rule} in production`)
  expect(readConfig(given).isProduction).toBe(false)
})

test.each(['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])(
  'refuses %s without the other settings of the bucket: images would be on the local disk',
  (name) => {
    const missing = Object.keys(bucket).filter((each) => each !== name)
    expect(() => readConfig({ [name]: 'thirty' })).toThrow(
      missing.map((each) => `${each} must be set when ${name} is.`).join('\n'),
    )
  },
)

test.each([
  ['smtp://a:b@mail.example', {}, true],
  ['smtp://mail.example', production, true],
  ['smtp://mail.example', {}, false],
  ['smtp://a:b@localhost', production, false],
  ['smtp://mail:25', { ...production, ALLOW_INSECURE_ENGINES: 'on' }, false],
  ['smtp://a:b@mail.example', { ...production, ALLOW_INSECURE_ENGINES: 'on' }, true],
])('with %s and %j, mail requires TLS: %s', (SMTP_URL, given, requireTls) => {
  expect(readConfig({ ...mail, SMTP_URL, ...given }).smtp?.requireTls).toBe(requireTls)
})

test.each([
  ['EVENTSTORE_URL', 'esdb://thirty:9f86d081884c7d65@log.example:2113?tls=false', 'must not turn tls off'],
  ['EVENTSTORE_URL', 'esdb://localhost:2113,log.example:2113?tls=false', 'must not turn tls off'],
  ['REDIS_URL', 'redis://cache.example', 'must hold a password'],
])('refuses the insecure %s=%s in production unless insecure engines are allowed', (name, value, fault) => {
  const given = { ...production, [name]: value }
  expect(() => readConfig(given)).toThrow(`${name} ${fault} in production`)
  for (const allowed of [{ ...given, ALLOW_INSECURE_ENGINES: 'on' }, { [name]: value }])
    expect(() => readConfig(allowed)).not.toThrow()
})

test('no error message contains an address, which may hold a password', () => {
  const secret = '9f86d081884c7d65'
  const wrong = [
    { EVENTSTORE_URL: `http://admin:${secret}@log` },
    { REDIS_URL: `amqp://:${secret}@cache` },
    { SMTP_URL: `smtp://a:${secret}@mail/path` },
    { NODE_ENV: 'production', EVENTSTORE_URL: `esdb://a:${secret}@log?tls=false` },
    ...['*', 'esdb:*', 'http, esdb'].map((DEBUG) => ({ EVENTSTORE_URL: `esdb://a:${secret}@log`, DEBUG })),
  ]
  for (const environment of wrong) {
    expect(() => readConfig(environment)).toThrow(ConfigError)
    expect(() => readConfig(environment)).not.toThrow(secret)
  }
})

test('starts without arguments, with the demo, or with a new reservation key', () => {
  expect(parseFlags([])).toEqual({ isDemo: false, hasNewReservationKey: false })
  expect(parseFlags(['--demo'])).toMatchObject({ isDemo: true })
  expect(parseFlags(['--new-reservation-key'])).toMatchObject({ hasNewReservationKey: true })
})

test.each(['--dmeo', 'demo', 'opps'])('refuses the unknown argument %s', (argument) => {
  expect(() => parseFlags([argument])).toThrow(ConfigError)
  expect(() => parseFlags([argument])).toThrow(`Unknown argument in "${argument}"`)
})
