import { serverMessages } from '@thirty/contracts/live/messages.ts'
import { rooms, type ServerMessages } from '@thirty/contracts/live/live.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { buildRequest, commandUses, endpointUses, isForAdmins, ownSenderOf } from './testing/endpoint-uses.ts'
import { findLeak, findSchemaFault } from './testing/response-checks.ts'
import { productForFile, type OpenSocket, type Person } from './testing/product.ts'

// The preparation sends every command.
vi.setConfig({ hookTimeout: 180_000 })

/** The owner is the participant whom the commands are about; the watcher watches what everybody may, the stranger and the admin nothing. */
const readers = ['visitor', 'stranger', 'watcher', 'owner', 'admin'] as const
type Reader = (typeof readers)[number]
const signedIn: readonly Reader[] = ['stranger', 'watcher', 'owner', 'admin']

/** The readers that a message of each name reaches. Heartbeats are periodic, and no process ends here. */
const recipients: Record<
  Exclude<keyof ServerMessages, 'leaderboard.heartbeat' | 'server.ending'>,
  readonly Reader[]
> = {
  'showcase.changed': ['visitor'],
  'challenge.changed': readers,
  'news.missed': readers,
  'leaderboard.changed': signedIn,
  activity: ['watcher'],
  'discussion.changed': ['watcher'],
  'profile.changed': ['watcher'],
  'project.liked': ['watcher', 'owner'],
  'project.commented': ['watcher', 'owner'],
  'project.rated': ['watcher', 'owner'],
  // Each of their own rank.
  'rank.changed': ['stranger', 'watcher', 'owner'],
  'notifications.changed': ['owner'],
  'draft.changed': ['owner'],
  'submission.received': ['owner', 'admin'],
  'submission.changed': ['owner', 'admin'],
  'statistics.changed': ['admin'],
  'audit.changed': ['admin'],
  'claims.changed': ['admin'],
  'options.changed': ['admin'],
  'judging.changed': ['admin'],
  'saved-texts.changed': ['admin'],
  'team.changed': ['admin'],
  'webhooks.changed': ['admin'],
  'backups.changed': ['admin'],
  'history.changed': ['admin'],
}

const product = productForFile()
const startedAt = new Date().toISOString()
const sockets = {} as Record<Reader, OpenSocket & { person: Person | undefined }>
const names = (reader: Reader) => sockets[reader].names()

async function sendMessages(): Promise<void> {
  const [first] = endpointUses
  if (first === undefined) throw new Error('There are endpoints.')
  const [owner, admin] = [await ownSenderOf(first, product), await product.admin()]
  const [stranger, watcher] = [await product.participant(), await product.participant()]
  for (const [reader, person] of Object.entries({ visitor: undefined, stranger, watcher, owner, admin }))
    // Safe: the keys of the literal.
    sockets[reader as Reader] = { ...(await product.openSocket(person)), person }
  const project = await product.submitProject(owner)
  for (const room of [rooms.community, rooms.profile(owner.id), rooms.project(project)])
    expect(await sockets.watcher.socket.emitWithAck('watch', { room })).toMatchObject({ ok: true })
  await product.send(admin, `PUT /api/projects/${project}/like`)
  await product.postComment(admin, project)
  await product.rate(admin, project, 4)
  await sendEveryCommand(owner, admin)
  const expectAll = () => {
    for (const [name, reached] of Object.entries(recipients))
      for (const reader of reached) expect([reader, ...names(reader)]).toContain(name)
  }
  await vi.waitFor(expectAll, { timeout: 20_000, interval: 50 })
}
beforeAll(sendMessages)

/** Sends each command once: as its owner, or as an admin. Commands that begin another run are the last. */
async function sendEveryCommand(owner: Person, admin: Person): Promise<void> {
  for (const use of commandUses) {
    const about = use.endpoint === 'drafts.save' ? owner : await ownSenderOf(use, product)
    const sender = isForAdmins(use) ? admin : about
    const request = await buildRequest(use, { product, owner: about, sender, admin })
    await product.ask({ ...request, token: sender.token })
  }
}

test.each(Object.entries(recipients))('%s reaches exactly its recipients: %j', (name, reached) => {
  expect(readers.filter((reader) => names(reader).includes(name))).toEqual(reached)
})

test('nobody receives the rank of another: only the owner has points', () => {
  const points = (reader: Reader) => sockets[reader].payloads('rank.changed').map((rank) => rank.totalPoints)
  expect(Math.max(...points('owner'))).toBeGreaterThan(0)
  expect(new Set([...points('stranger'), ...points('watcher')])).toEqual(new Set([0]))
})

test.each(readers)(
  'every message that the %s receives matches its schema, and has a position and a time',
  (reader) => {
    const { heard } = sockets[reader]
    expect(heard.length).toBeGreaterThan(0)
    for (const { message, payload } of heard) {
      const fault = findSchemaFault(serverMessages[message as keyof ServerMessages], payload)
      expect([message, payload, fault]).toEqual([message, payload, undefined])
      const { at, position } = payload as { at: string; position?: string }
      expect(at >= startedAt && at <= new Date().toISOString()).toBe(true)
      // Drafts, claims and deliveries are not in the log, so their messages have none.
      const withoutPosition = ['draft.changed', 'claims.changed', 'webhooks.changed']
      expect(BigInt(position ?? 0) > 0n).toBe(!withoutPosition.includes(message))
    }
  },
)

test('a heartbeat matches its schema', async () => {
  const heartbeat = await product.core.models.audiences()[0]?.heartbeat(4, true)
  expect(findSchemaFault(serverMessages['leaderboard.heartbeat'], heartbeat)).toBeUndefined()
})

test.each(['visitor', 'stranger', 'watcher', 'owner'] as const)(
  'the %s receives no email address of others, no hash and no token',
  (reader) => {
    const { heard, person } = sockets[reader]
    const text = JSON.stringify(heard)
    expect(findLeak({ text, status: 200, json: heard }, person)).toBeUndefined()
  },
)
