import { fileSignerOf } from '@thirty/infra/portable-file/signature.ts'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '@thirty/infra/config/config-error.ts'
import { expect, onTestFinished, test } from 'vitest'
import { loadSecrets, parseFlags, readConfig } from './config.ts'

const long = 'correct horse battery staple 1234'
const vapidKey = Buffer.from(Array.from({ length: 32 }, (_, index) => index + 1)).toString('base64url')
const engines = { EVENTSTORE_URL: 'esdb://localhost:2113', REDIS_URL: 'redis://localhost' }
const cluster = { ROLE: 'web', ...engines }

function freshDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'thirty-config-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

test('runs everything in one process on this machine by default', () => {
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
  ['NODE_ENV', '"production"'],
  ['NODE_ENV', 'Production'],
  ['NODE_ENV', 'production '],
  ['HOST', ' '],
  ['HOST', '"127.0.0.1"'],
  ['DATA_DIR', '"./data"'],
  ['DATA_DIR', "'/data'"],
  ['DATA_DIR', ' '],
  ['S3_REGION', '"eu-central-1"'],
  ['S3_BUCKET', ' images'],
  ['REDIS_URL', 'redis://localhost:6379/two'],
  ['REDIS_URL', 'redis://localhost:6379/1/2'],
  ['PUBLIC_URL', 'thirty.example'],
  ['PUBLIC_URL', 'ftp://thirty.example'],
  ['PUBLIC_URL', 'https://thirty.example/app'],
  ['PUBLIC_URL', 'https://me:secret@thirty.example'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '1'],
  ['TRUST_PROXY', '10'],
  ['TRUST_PROXY', '0x7f000001'],
  ['TRUST_PROXY', '10.0.0.0/0'],
  ['TRUST_PROXY', 'proxy.example'],
  ['TRUST_PROXY', '127.0.0.1,true'],
  ['TRUST_PROXY', '10.0.0.0/99'],
  ['EVENT_NETWORKS', 'everyone@2026-03-02T08:00Z'],
  ['EVENT_NETWORKS', '203.0.113.0/24,0.0.0.0/0@2026-03-02T08:00Z'],
  ['EVENT_NETWORKS', '::/0@2026-03-02T08:00Z'],
  ['EVENT_NETWORKS', '203.0.113.0/24'],
  ['EVENT_NETWORKS', '203.0.113.0/24@'],
  ['EVENT_NETWORKS', '203.0.113.0/24@tomorrow'],
  ['EVENT_NETWORKS', '203.0.113.0/24@2026-03-02'],
  ['EVENT_NETWORKS', '@2026-03-02T08:00Z'],
  ['EVENT_NETWORKS', `203.0.113.0/24@${new Date(Date.now() + 31 * 86_400_000).toISOString().slice(0, 16)}Z`],
  ['EVENTSTORE_URL', 'http://localhost'],
  ['REDIS_URL', 'localhost:6379'],
  ['REDIS_URL', 'http://localhost:6379'],
  ['EVENTSTORE_URL', 'esdb://one,'],
  ['S3_ENDPOINT', 'minio'],
  ['METRICS_TOKEN', 'short'],
  ['ALLOWED_LAG_SECONDS', '0'],
  ['SELF_CHECK_HOURS', '-1'],
  ['SELF_CHECK_HOURS', '721'],
  ['ALLOW_INSECURE_ENGINES', 'yes'],
  ['JWT_SECRET', ''],
  ['JWT_SECRET', 'secret'],
  ['JWT_SECRET', 'x'.repeat(31)],
  ['ADMIN_REGISTRATION_KEY', ''],
  ['ADMIN_REGISTRATION_KEY', 'short'],
  ['RESERVATION_KEY', ''],
  ['RESERVATION_KEY', 'x'.repeat(31)],
  ['VAPID_PRIVATE_KEY', ''],
  ['VAPID_PRIVATE_KEY', 'x'.repeat(32)],
  ['BACKUP_SIGNING_KEY', ''],
  ['BACKUP_SIGNING_KEY', 'x'.repeat(32)],
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
])('refuses %s=%j with one sentence that names the variable', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} .*\\.$`))
})

test('without an event, the variable of its networks may be empty', () => {
  expect(readConfig({ EVENT_NETWORKS: '' }).eventNetworks).toBeNull()
})

test('reports all errors at once', () => {
  expect(() => readConfig({ PORT: 'x', ROLE: 'y' })).toThrow(/^PORT .*\.\nROLE .*\.$/)
})

const signingKey = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64url')

test('an empty variable counts as not set', () => {
  expect(readConfig({ REDIS_URL: '', PORT: '', UNKNOWN: 'x' }).port).toBe(3000)
})

test('requires shared engines for several processes', () => {
  expect(() => readConfig({ ROLE: 'web' })).toThrow('EVENTSTORE_URL must be set when ROLE is web.')
  expect(readConfig(cluster).role).toBe('web')
})

test('requires shared secrets for several processes in production', () => {
  expect(() => readConfig({ ...cluster, NODE_ENV: 'production' })).toThrow(
    /^JWT_SECRET .*\nADMIN_REGISTRATION_KEY .*\nRESERVATION_KEY .*\nVAPID_PRIVATE_KEY .*\nBACKUP_SIGNING_KEY .*$/,
  )
  const names = ['JWT_SECRET', 'ADMIN_REGISTRATION_KEY', 'RESERVATION_KEY']
  const secrets = {
    ...Object.fromEntries(names.map((name) => [name, long])),
    VAPID_PRIVATE_KEY: vapidKey,
    BACKUP_SIGNING_KEY: signingKey,
  }
  // A projector authenticates no users, so it needs no secrets.
  expect(readConfig({ ...cluster, ROLE: 'projector', NODE_ENV: 'production' }).role).toBe('projector')
  expect(readConfig({ ...cluster, ...secrets, NODE_ENV: 'production' }).isProduction).toBe(true)
})

test('refuses a short admin key and missing rate limits in production', () => {
  const production = { NODE_ENV: 'production' }
  expect(() => readConfig({ ...production, ADMIN_REGISTRATION_KEY: 'x'.repeat(31) })).toThrow(
    'ADMIN_REGISTRATION_KEY',
  )
  expect(() => readConfig({ ...production, RATE_LIMIT: 'off' })).toThrow('RATE_LIMIT must be on')
  expect(readConfig(production).isProduction).toBe(true)
})

test.each(['http://thirty.example', 'http://8.8.8.8', 'http://[2001:4860:4860::8888]:8080'])(
  'refuses %s as the public address in production',
  (PUBLIC_URL) => {
    expect(() => readConfig({ NODE_ENV: 'production', PUBLIC_URL })).toThrow(
      /^PUBLIC_URL must start with https/,
    )
    expect(readConfig({ PUBLIC_URL }).publicUrl.protocol).toBe('http:')
  },
)

test.each([
  'https://thirty.example',
  'http://localhost:8080',
  'http://127.0.0.1:3000',
  'http://192.168.1.20',
  'http://[fd00::1]',
  'http://thirty',
  'http://thirty.local',
])('accepts %s as the public address in production', (PUBLIC_URL) => {
  expect(readConfig({ NODE_ENV: 'production', PUBLIC_URL }).publicUrl.href).toContain(PUBLIC_URL)
})

test.each([
  'JWT_SECRET',
  'ADMIN_REGISTRATION_KEY',
  'RESERVATION_KEY',
  'METRICS_TOKEN',
  'VAPID_PRIVATE_KEY',
  'BACKUP_SIGNING_KEY',
])('refuses a guessable %s in production', (name) => {
  const isKey = name === 'VAPID_PRIVATE_KEY' || name === 'BACKUP_SIGNING_KEY'
  const few = isKey ? Buffer.alloc(32, 7).toString('base64url') : 'abcdefg'.repeat(6)
  expect(() => readConfig({ NODE_ENV: 'production', [name]: few })).toThrow(
    `${name} must have at least 8 different characters in production.`,
  )
  expect(() => readConfig({ [name]: few })).not.toThrow()
})

test('requires bucket and keys for object storage', () => {
  expect(() => readConfig({ S3_ENDPOINT: 'http://minio:9000' })).toThrow(
    'S3_BUCKET must be set when S3_ENDPOINT is.',
  )
})

test.each(['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])(
  'refuses %s without the other settings of the bucket: images would be on the local disk',
  (name) => {
    const missing = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].filter((each) => each !== name)
    expect(() => readConfig({ [name]: 'thirty' })).toThrow(
      missing.map((each) => `${each} must be set when ${name} is.`).join('\n'),
    )
  },
)

test('a bucket without an endpoint is at Amazon, in the region that is named', () => {
  const bucket = { S3_BUCKET: 'thirty', S3_ACCESS_KEY_ID: 'AKIA', S3_SECRET_ACCESS_KEY: 'key' }
  expect(readConfig(bucket).s3).toEqual({
    bucket: 'thirty',
    region: 'us-east-1',
    accessKeyId: 'AKIA',
    secretAccessKey: 'key',
  })
  expect(readConfig({ ...bucket, S3_REGION: 'eu-central-1' }).s3?.region).toBe('eu-central-1')
})

test('accepts settings of images, mail and sign-in for a projector without their secrets', () => {
  const settings = { S3_ENDPOINT: 'http://minio:9000', SMTP_URL: 'smtp://mail', GITHUB_CLIENT_ID: 'thirty' }
  expect(() => readConfig({ ...cluster, ...settings })).toThrow(
    /S3_BUCKET(.|\n)*MAIL_FROM(.|\n)*GITHUB_CLIENT_SECRET/,
  )
  expect(readConfig({ ...cluster, ...settings, ROLE: 'projector' })).toMatchObject({
    role: 'projector',
    signIn: {},
  })
})

test('requires a sender address for a mail server', () => {
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
])('with %j, mail requires TLS: %s', (given, requireTls) => {
  expect(readConfig({ MAIL_FROM: 'a@b.org', ...given }).smtp?.requireTls).toBe(requireTls)
})

test.each([
  ['EVENTSTORE_URL', 'esdb://admin:changeit@log.example:2113'],
  ['EVENTSTORE_URL', 'esdb://ops:ChangeIt@localhost:2113'],
  ['REDIS_URL', 'rediss://:foobared@cache.example'],
  ['REDIS_URL', 'redis://default:p%61ssword@localhost'],
  ['SMTP_URL', 'smtps://ana:secret@mail.example'],
])('refuses the well-known password of %s=%s in production', (name, value) => {
  const given = { MAIL_FROM: 'a@b.org', [name]: value }
  const refused = () => readConfig({ NODE_ENV: 'production', ALLOW_INSECURE_ENGINES: 'on', ...given })
  expect(refused).toThrow(`${name} must not hold a password that everybody knows, in production.`)
  expect(readConfig(given).isProduction).toBe(false)
})

test('refuses the default keys of object storage in production', () => {
  const s3 = { S3_ENDPOINT: 'http://minio:9000', S3_BUCKET: 'thirty', S3_ACCESS_KEY_ID: 'minioadmin' }
  const config = { ...s3, S3_SECRET_ACCESS_KEY: 'minioadmin' }
  expect(() => readConfig({ ...config, NODE_ENV: 'production' })).toThrow('S3_SECRET_ACCESS_KEY must not')
  expect(readConfig(config).s3?.bucket).toBe('thirty')
})

test.each([
  ['EVENTSTORE_URL', 'esdb://thirty:9f86d081884c7d65@log.example:2113?tls=false', 'must not turn tls off'],
  ['EVENTSTORE_URL', 'esdb://localhost:2113,log.example:2113?tls=false', 'must not turn tls off'],
  ['REDIS_URL', 'redis://cache.example', 'must hold a password'],
])(
  'refuses the insecure connection %s=%s in production unless insecure engines are allowed',
  (name, value, fault) => {
    const production = { NODE_ENV: 'production', [name]: value }
    expect(() => readConfig(production)).toThrow(`${name} ${fault} in production`)
    expect(readConfig({ ...production, ALLOW_INSECURE_ENGINES: 'on' }).isProduction).toBe(true)
    expect(readConfig({ [name]: value }).isProduction).toBe(false)
  },
)

test('requires neither encryption nor password for engines on this machine', () => {
  const local = { EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=false', REDIS_URL: 'redis://localhost' }
  expect(readConfig({ ...local, NODE_ENV: 'production' }).isProduction).toBe(true)
})

test('no error message contains an address, which may hold a password', () => {
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

test('creates missing secrets once, readable for the owner only', () => {
  const config = readConfig({ DATA_DIR: join(freshDirectory(), 'data') })
  const first = loadSecrets(config)
  expect(Buffer.byteLength(first.jwtSecret)).toBeGreaterThanOrEqual(32)
  expect(new Set([first.jwtSecret, first.adminRegistrationKey, first.reservationKey]).size).toBe(3)
  const again = loadSecrets(config)
  expect({ ...again, fileSigner: again.fileSigner.fingerprint }).toEqual({
    ...first,
    fileSigner: first.fileSigner.fingerprint,
  })
  expect(readFileSync(String(first.adminKeyFile), 'utf8').trim()).toBe(first.adminRegistrationKey)
  expect(statSync(join(config.dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600)
})

test('uses configured secrets and writes nothing', () => {
  const keys = {
    ADMIN_REGISTRATION_KEY: `${long}y`,
    RESERVATION_KEY: `${long}z`,
    VAPID_PRIVATE_KEY: vapidKey,
    BACKUP_SIGNING_KEY: signingKey,
  }
  const config = readConfig({ DATA_DIR: '/nowhere', JWT_SECRET: long, ...keys })
  expect(loadSecrets(config)).toEqual({
    jwtSecret: long,
    adminRegistrationKey: `${long}y`,
    reservationKey: `${long}z`,
    vapidKeys: { privateKey: vapidKey, publicKey: expect.stringMatching(/^B[\w-]{86}$/) },
    fileSigner: { fingerprint: fileSignerOf(signingKey)?.fingerprint, sign: expect.any(Function) },
  })
})

test('reports a damaged secret instead of replacing it', () => {
  const config = readConfig({ DATA_DIR: freshDirectory() })
  writeFileSync(join(config.dataDir, 'jwt-secret'), 'half')
  expect(() => loadSecrets(config)).toThrow('DATA_DIR has a damaged jwt-secret')
  writeFileSync(join(config.dataDir, 'jwt-secret'), long)
  writeFileSync(join(config.dataDir, 'vapid-private-key'), 'a'.repeat(44))
  expect(() => loadSecrets(config)).toThrow('DATA_DIR has a damaged vapid-private-key')
  writeFileSync(join(config.dataDir, 'vapid-private-key'), vapidKey)
  writeFileSync(join(config.dataDir, 'backup-signing-key'), 'a'.repeat(44))
  expect(() => loadSecrets(config)).toThrow('DATA_DIR has a damaged backup-signing-key')
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
