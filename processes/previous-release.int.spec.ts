import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import { standIns, type StandIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { temporaryFolder } from '@thirty/infra/testing/event-log/sqlite-log.ts'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { describe, expect, test, vi } from 'vitest'
import { folderOfRelease } from './testing/folder-of-release.ts'
import { runInShell } from './testing/operator-shell.ts'
import { startTestProduct, type TestResponse } from './testing/product.ts'

type Sender = 'admin' | 'reviewer' | 'participant' | 'visitor'
/**
 * `fixed` is the response since the fault that it had was mended. Judging lost the official rating of an admin who, by a request that
 * began before, rated as a participant afterwards.
 */
type RecordedResponse = { sender: Sender; path: string; status: number; json: unknown; fixed?: unknown }
/** Responses of an installation at a time, ISO. */
type Recording = { at: string; responses: RecordedResponse[] }
/** Fields that responses to such paths did not have then, or had in another form. */
type LaterFields = readonly (readonly [fields: string, path: RegExp])[]
/** What is known to differ since then: fields, and changes of a field that was recorded. */
type Changes = {
  /** An event that the log contains. */
  contains: string
  later: LaterFields
  adapt: (path: string, name: string, value: unknown) => unknown
}

/** Applies a change to every field of a response. */
const mapFields = (json: unknown, change: (name: string, value: unknown) => unknown): unknown =>
  json === undefined ? undefined : JSON.parse(JSON.stringify(json, change))

/** Returns the fields that say only in words that somebody has no account. In this fixture nobody is called like that. */
function namesWithoutCode(json: unknown): string[] {
  const found: string[] = []
  mapFields(json, (_, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const { nameCodes = {}, ...fields } = value as { nameCodes?: Readonly<Record<string, StandIn>> }
    for (const [field, content] of Object.entries(fields)) {
      // The message of a text has the code beside it.
      if (field === 'message' && 'code' in fields) continue
      const code = nameCodes[field]
      if (code === undefined ? inWords.has(content) : standIns[code].message !== content) found.push(field)
    }
    return value
  })
  return found
}
const inWords: ReadonlySet<unknown> = new Set(Object.values(standIns).map(({ message }) => message))

/** The later fields of every release. */
const laterFields: LaterFields = [
  // New with every installation or every response, or removed when a response was recorded.
  ['asOf token epoch own signature', /./],
  ['nameCodes', /./],
  // That of the read model of the challenge, which has the options since.
  ['position', /^\/api\/admin\/challenge\/options$/],
  ['said', /^\/api\/(?:notifications|auth\/export)/],
  ['text', /\/points$|^\/api\/admin\/audit/],
  [
    'username',
    /^\/api\/(?:notifications|admin\/(?:search|judging|audit|statistics\/reviews)|auth\/export|projects\/[^/]+\/comments)/,
  ],
]

/**
 * Returns a response without the activities that the recorded response does not have. Earlier releases kept sixteen activities for each
 * thirty-second of all streams. Lists miss no activity since then, and profiles show as many activities as they have room for.
 */
function withoutLaterKept(content: unknown, recorded: unknown): unknown {
  const [lists, recordedLists] = [content, recorded].map(activitiesOf)
  if (lists === undefined || recordedLists === undefined) return content
  const known = new Set(recordedLists.items.map((item) => JSON.stringify(item)))
  return { ...lists.others, [lists.name]: lists.items.filter((item) => known.has(JSON.stringify(item))) }
}

function activitiesOf(content: unknown): { name: string; items: unknown[]; others: object } | undefined {
  if (typeof content !== 'object' || content === null) return undefined
  for (const [name, items] of Object.entries(content))
    if (['items', 'activities'].includes(name) && Array.isArray(items))
      return { name, items, others: content }
  return undefined
}

/** Whose projects have the recorded ratings of the first fixture. */
const deletedParticipant = '01a20496-40aa-7970-872e-b9860b8a6571'
/** The same of the second fixture. */
const deletedHere = '01a22351-a96f-7132-a8ef-3854dfcad121'
/** Who became an admin in the second fixture. Its release called them deleted on past boards. */
const promotedHere = {
  id: '01a22351-a768-73de-91c3-9cfb7412d018',
  name: 'Edda Moser',
  username: 'edda_moser',
}
const addedToRatings = ['project', 'spread', 'official', 'community', 'dayAverages', 'neighbours']

/** Logs that releases wrote, with their people, and the responses of those releases. A folder is written once and does not change. */
const fixtures: Readonly<Record<string, Changes>> = {
  'release-0.1.0': {
    // In version 1; its newest version is 2.
    contains: 'ProfileImageChanged',
    later: [
      ['days sessions lastSeenAt role', /^\/api\/auth\/users\?limit=200$/],
      ['role', /^\/api\/auth\/me$/],
      ['waitingSince version officialRatings', /^\/api\/projects\/all\?limit=200$/],
      ['streak', /^\/api\/community\/feed\?limit=200$/],
      // Since then, `position` is that of the last change that the reader may see.
      ['emailConfirmed language publicFields position', /./],
    ],
    adapt: (path, name, value) => {
      if (name === 'reason' && typeof value === 'string')
        return value.replace(/^(Day \d+) handed in$/, '$1 submitted')
      const isRating = path.startsWith('/api/ratings/project/')
      // Fields of the response itself that visitors see of ratings.
      if (isRating && name === '' && typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).filter(([field]) => !addedToRatings.includes(field)))
      // Feedback may name the participant, so since then nobody reads that of a deleted account.
      return isRating && name === 'feedback' && path.includes(deletedParticipant) ? '' : value
    },
  },
  // Nine runs by resets, restores and two imports, in the last of them a freeze; everything that a board, a ledger or a certificate
  // depends on.
  'release-0.1.0-runs': {
    contains: 'BackupImported',
    later: [
      ['conflicts', /^\/api\/admin\/judging\/mine/],
      // Boards of imported runs say so since then, and sentences of the audit have times in another form.
      ['imported', /^\/api\/leaderboard\/leaderboard/],
      ['summary', /^\/api\/admin\/audit/],
    ],
    // Since then, a participant who became an admin has their own name on past boards, and everybody without an account except for the
    // only deleted one is elsewhere.
    adapt: (_path, _name, value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
      const text = JSON.stringify(value)
      if (text.includes(deletedHere)) return value
      const isPromoted = text.includes(promotedHere.id)
      const named = isPromoted ? promotedHere.name : standIns.personElsewhere.message
      return Object.fromEntries(
        Object.entries(value).map(([field, content]) => {
          if (content === standIns.deletedPerson.message) return [field, named]
          const isOfNobody = field === 'username' && content === null
          return [field, isPromoted && isOfNobody ? promotedHere.username : content]
        }),
      )
    },
  },
}

const folderOf = (fixture: string) => join(import.meta.dirname, 'testing', fixture)
const readRecordings = (fixture: string) =>
  // The fixtures have this form.
  JSON.parse(
    gunzipSync(readFileSync(join(folderOf(fixture), 'recordings.json.gz'))).toString(),
  ) as Recording[]

/** Starts the product over a copy of a fixture. Returns it with the tokens of the senders of the requests. */
async function startOver(fixture: string, at: string) {
  // Some responses depend on the date, which the releases counted in UTC.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at) })
  const product = await startTestProduct({ CHALLENGE_TIMEZONE: 'UTC' }, folderOfRelease(fixture))
  const emails: object = JSON.parse(readFileSync(join(folderOf(fixture), 'people.json'), 'utf8'))
  const tokens: Partial<Record<string, string>> = {}
  for (const [sender, email] of Object.entries(emails))
    tokens[sender] = (await product.logIn({ email })) ?? ''
  const close = async () => {
    await product.close()
    vi.useRealTimers()
  }
  return { product, tokens, close }
}

/** The lines of a backup file, or the JSON of any other response. */
const contentOf = ({ headers, text, json }: TestResponse): unknown =>
  headers['content-type'] === 'application/gzip'
    ? text
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line))
    : json

describe.each(
  Object.entries(fixtures).flatMap(([fixture, changes]) =>
    readRecordings(fixture).map((recording) => ({ fixture, ...changes, ...recording })),
  ),
)('$fixture at $at', ({ fixture, contains, later, adapt, at, responses }) => {
  const given = appForFile(() => startOver(fixture, at))

  test.each(responses)(
    '$path responds to the $sender as then',
    async ({ sender, path, status, ...recorded }) => {
      const response = await given.product.ask({ method: 'GET', path, token: given.tokens[sender] })
      expect(response.status).toBe(status)
      const known = [...laterFields, ...later].filter(([, pattern]) => pattern.test(path))
      const isLater = new Set(known.flatMap(([fields]) => fields.split(' ')))
      const comparable = (content: unknown) =>
        mapFields(content, (name, value) => (isLater.has(name) ? undefined : adapt(path, name, value)))
      const expected = comparable(recorded.fixed ?? recorded.json)
      expect(namesWithoutCode(response.json)).toEqual([])
      expect(withoutLaterKept(comparable(contentOf(response)), expected)).toEqual(expected)
    },
  )

  test('every event is read in the newest version of its type', async () => {
    const versions = new Map<string, number>()
    for await (const events of given.product.core.log.readAll())
      for (const { type, version } of events) versions.set(type, version)
    expect([...versions]).toEqual([...versions.keys()].map((type) => [type, catalogue.versionOf(type)]))
    expect(versions.has(contains)).toBe(true)
  })

  test('a backup file of its history can be imported', async () => {
    const { product, tokens } = given
    const admin = { token: String(tokens['admin']) }
    const backup = await product.createBackup(admin, 'Of the previous release')
    const { bytes } = await product.exportBackup(admin, backup)
    const file = join(await temporaryFolder(), 'backup.ndjson.gz')
    writeFileSync(file, bytes)
    const events = expect.toSatisfy((count) => count > 100)
    const { text } = await runInShell(['verify', file, '--json'], { folder: product.folder })
    expect(JSON.parse(text)).toMatchObject({ isIntact: true, events })
  })
})
