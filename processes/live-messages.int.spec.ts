import { serverMessages } from '@thirty/contracts/live/messages.ts'
import { rooms, type ServerMessages } from '@thirty/contracts/live/live.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { findLeak, findSchemaFault } from './testing/response-checks.ts'
import { projectFields, stars } from './testing/scenario.ts'
import { productForFile, type OpenSocket, type Person } from './testing/product.ts'

type MessageName = keyof ServerMessages
const allUsers = ['visitor', 'ana', 'ben', 'admin'] as const
const signedIn = ['ana', 'ben', 'admin'] as const
/** The users who watch the community. The admin may, but does not. */
const inCommunity = ['ana', 'ben'] as const
type User = (typeof allUsers)[number]

const product = productForFile()
const sockets = {} as Record<User, OpenSocket & { person: Person | undefined }>
/** Ids of the scenario. */
const scenario = { projectOfAna: '', projectOfBen: '', discussion: '', startedAt: new Date().toISOString() }

beforeAll(async () => {
  const people = {
    visitor: undefined,
    ana: await product.participant(),
    ben: await product.participant(),
    admin: await product.admin(),
  }
  for (const user of allUsers) {
    const person = people[user]
    const opened = { ...(await product.openSocket(person)), person }
    // The server joins rooms just after it has accepted the connection, and before it acknowledges a message.
    await opened.socket.emitWithAck('unwatch', { room: rooms.project('of-nobody') })
    sockets[user] = opened
  }
  await runScenario()
})

type Command = { position: string; project?: { _id: string }; discussion?: { id: string }; backupId?: string }

type Delivery = readonly [user: User, name: MessageName]

/** Sends a command. Waits until each delivery has arrived with a position at or after that of the command. */
async function send(
  user: User,
  endpoint: string,
  body: unknown,
  ...deliveries: readonly Delivery[]
): Promise<Command> {
  const response = await product.send<Command>(sockets[user].person, endpoint, body)
  for (const delivery of deliveries) await waitForMessage(delivery, (payload) => isSince(payload, response))
  return response
}

const waitForMessage = (
  [user, name]: Delivery,
  matches: (payload: ServerMessages[MessageName]) => boolean = () => true,
): Promise<void> =>
  vi.waitFor(
    () => expect(received(user, name).some(matches), `${user} receives ${name}`).toBe(true),
    waitOptions,
  )
const waitOptions = { timeout: 10_000, interval: 5 }

/** A message about something that is not in the log has no position. */
const isSince = (payload: ServerMessages[MessageName], response: Command): boolean =>
  BigInt(('position' in payload && payload.position) || '0') >= BigInt(response.position)

/** Returns the payloads that a user received under a message name. A test below checks their schemas. */
const received = <Name extends MessageName>(user: User, name: Name): ServerMessages[Name][] =>
  sockets[user].heard.flatMap(({ message, payload }) =>
    message === name ? [payload as ServerMessages[Name]] : [],
  )

const rate = (user: User, projectId: string, all: number, ...deliveries: readonly Delivery[]) =>
  send(user, 'POST /api/ratings/submit', { projectId, criteria: stars(all) }, ...deliveries)

const texts = ['projectName', 'liveLink', 'repoLink', 'description', 'languages', 'frameworks']
const emptyDraft = Object.fromEntries(texts.map((name) => [name, '']))

/** Each step waits for its messages, so that none is batched with messages of the next step. */
async function runScenario(): Promise<void> {
  const community = { room: rooms.community }
  for (const user of inCommunity)
    expect(await sockets[user].socket.emitWithAck('watch', community)).toMatchObject({ ok: true })
  const submit = async (user: 'ana' | 'ben', day: number) => {
    const content = { ...projectFields(sockets[user].person ?? { id: '' }), day }
    const { project } = await send(user, 'POST /api/projects', content, ['admin', 'submission.received'])
    return project?._id ?? ''
  }
  const draft = { version: 'version-of-ben', replaces: [], writtenAgoMs: 0, content: emptyDraft }
  await product.send(sockets.ben.person, 'PUT /api/drafts/7', draft)
  await waitForMessage(['ben', 'draft.changed'])
  const projectId = (scenario.projectOfAna = await submit('ana', 1))
  scenario.projectOfBen = await submit('ben', 2)
  const claim = { tab: 'tab-of-the-admin' }
  await product.send(sockets.admin.person, `PUT /api/admin/claims/${projectId}`, claim)
  await waitForMessage(['admin', 'claims.changed'])
  const watched = { room: rooms.project(projectId) }
  expect(await sockets.ben.socket.emitWithAck('watch', watched)).toMatchObject({ ok: true })
  const profile = { room: rooms.profile(sockets.ana.person?.id ?? '') }
  expect(await sockets.ben.socket.emitWithAck('watch', profile)).toMatchObject({ ok: true })
  await send('ben', `PUT /api/projects/${projectId}/like`, undefined, ...toBoth('project.liked'))
  const comments = `POST /api/projects/${projectId}/comments`
  await send('ben', comments, { text: 'Neat.' }, ...toBoth('project.commented'))
  await rate('ben', projectId, 3, ...toBoth('project.rated'))
  await rate('admin', projectId, 4, ...toBoth('project.rated'), ...toBoth('rank.changed'), [
    'ben',
    'profile.changed',
  ])
  expect(await sockets.ben.socket.emitWithAck('unwatch', profile)).toEqual({ ok: true })
  expect(await sockets.ben.socket.emitWithAck('unwatch', watched)).toEqual({ ok: true })
  await send('admin', `PUT /api/projects/${projectId}/like`, undefined, ['ana', 'project.liked'])
  await send('admin', `PUT /api/projects/${projectId}`, { status: 'approved' }, ...toBoth('activity'))
  await send('ben', `DELETE /api/projects/${scenario.projectOfBen}`, undefined, ['ben', 'submission.changed'])
  await send('ana', 'POST /api/challenge/days/1/complete', undefined, ...toBoth('activity'))
  const question = { title: 'Which clock?', text: 'One with hands?' }
  const deliveries = [...toBoth('activity'), ...toBoth('discussion.changed')]
  const { discussion } = await send('ben', 'POST /api/community/discussions', question, ...deliveries)
  scenario.discussion = discussion?.id ?? ''
  await send('ana', 'POST /api/notifications/read', { upTo: '1' }, ['ana', 'notifications.changed'])
  const invitation = { role: 'viewer', days: 1 }
  await send('admin', 'POST /api/admin/invitations', invitation, ['admin', 'team.changed'])
  const options = { emailReminders: false }
  await send('admin', 'PUT /api/admin/challenge/options', options, ['admin', 'options.changed'])
  const savedText = { kind: 'rejection', title: 'Dead link', text: 'The live link is dead.' }
  await send('admin', 'POST /api/admin/saved-texts', savedText, ['admin', 'saved-texts.changed'])
  const webhook = { address: 'https://hooks.example/', types: ['project.submitted'], isOn: false }
  await send('admin', 'POST /api/admin/webhooks', webhook)
  await waitForMessage(['admin', 'webhooks.changed'])
  await send('admin', 'POST /api/admin/challenge/start', {}, ['visitor', 'challenge.changed'])
  await send('admin', 'POST /api/admin/challenge/end', {}, ['visitor', 'challenge.changed'])
  for (const user of allUsers) await waitForMessage([user, 'challenge.changed'], isEnd)
  const wasReset = await send('admin', 'POST /api/admin/reset-with-backup', undefined)
  // The backup is the event before the reset, at whose position the command was answered.
  await waitForMessage(['admin', 'backups.changed'])
  await send('admin', `POST /api/admin/restore-backup/${wasReset.backupId}`, undefined)
  // All earlier messages have arrived before these.
  await waitForMessage(['admin', 'history.changed'], isNewRunShown)
  for (const user of allUsers) await waitForMessage([user, 'challenge.changed'], isOfNewRun)
}

/** Whether a change of the challenge ends it. */
const isEnd = (payload: ServerMessages[MessageName]): boolean => 'ended' in payload && payload.ended

const isOfNewRun = (payload: ServerMessages[MessageName]): boolean => 'run' in payload && payload.run === 3

/** Whether a status says that the run after a reset and a restore is shown. */
const isNewRunShown = (payload: ServerMessages[MessageName]): boolean =>
  'status' in payload && payload.status.shownRun === 3

const toBoth = (name: MessageName): readonly Delivery[] => [
  ['ana', name],
  ['ben', name],
]

const anItem =
  <Item>(matches: (item: Item) => boolean) =>
  ({ items }: { items: readonly Item[] }) =>
    items.some(matches)

/** A message of the scenario and its expected recipients. */
const message = <Name extends MessageName>(
  label: string,
  name: Name,
  expected: readonly User[],
  matches: (payload: ServerMessages[Name]) => boolean = () => true,
) => ({
  label,
  name,
  expected,
  recipients: () => allUsers.filter((user) => received(user, name).some(matches)),
})

const { ana, ben, admin, anaAndBen, anaAndAdmin, benAndAdmin } = {
  ana: ['ana'],
  ben: ['ben'],
  admin: ['admin'],
  anaAndBen: ['ana', 'ben'],
  anaAndAdmin: ['ana', 'admin'],
  benAndAdmin: ['ben', 'admin'],
} as const
const isOf = (id: () => string) => anItem(({ project }: { project: { _id: string } }) => project._id === id())
const isChange = (kind: string) => anItem(({ what }: { what: string }) => what === kind)
const likesAre = (count: number) => anItem(({ likes }: { likes: number }) => likes === count)

const expectedMessages = [
  message('the leaderboard', 'leaderboard.changed', signedIn),
  message('a profile that Ben watches', 'profile.changed', ben),
  message('the showcase', 'showcase.changed', ['visitor']),
  message('the statistics', 'statistics.changed', admin),
  message('new entries of the audit', 'audit.changed', admin),
  message('the rank of the leader', 'rank.changed', ana, ({ rank, ahead }) => rank === 1 && !!ahead),
  message('the rank of the next', 'rank.changed', ben, ({ behind }) => behind?.points === 40),
  message(
    'a project by Ana',
    'submission.received',
    anaAndAdmin,
    isOf(() => scenario.projectOfAna),
  ),
  message(
    'a project by Ben',
    'submission.received',
    benAndAdmin,
    isOf(() => scenario.projectOfBen),
  ),
  message('an approval', 'submission.changed', anaAndAdmin, isChange('approved')),
  message('a withdrawal', 'submission.changed', benAndAdmin, isChange('withdrawn')),
  message(
    'a rating by Ben, who watches',
    'project.rated',
    anaAndBen,
    anItem(({ official, ratingCount }) => !official && ratingCount === 1),
  ),
  message(
    'a rating by an admin, who does not watch',
    'project.rated',
    anaAndBen,
    anItem(({ official, averageRating }) => official && averageRating === 3.5),
  ),
  message('a like of a project that Ben watches', 'project.liked', anaAndBen, likesAre(1)),
  message('a like of a project that nobody watches any more', 'project.liked', ana, likesAre(2)),
  message(
    'a comment',
    'project.commented',
    anaAndBen,
    anItem((item) => 'comment' in item && item.comment.text === 'Neat.'),
  ),
  ...['submitted', 'commented', 'rated', 'approved', 'completed', 'discussed'].map((kind) =>
    message(`the activity ${kind}`, 'activity', inCommunity, isChange(kind)),
  ),
  message(
    'a discussion',
    'discussion.changed',
    inCommunity,
    anItem(({ discussionId }) => discussionId === scenario.discussion),
  ),
  message('the read mark of Ana', 'notifications.changed', ana, ({ readUpTo }) => readUpTo === '1'),
  message('a draft of Ben', 'draft.changed', ben, ({ version }) => version === 'version-of-ben'),
  message(
    'a claim of the admin',
    'claims.changed',
    admin,
    ({ claims }) => claims[0]?.projectId === scenario.projectOfAna,
  ),
  message(
    'the start of the challenge',
    'challenge.changed',
    allUsers,
    ({ startsAt, ended }) => startsAt !== null && !ended,
  ),
  message('the end of the challenge', 'challenge.changed', allUsers, isEnd),
  message('a switched option', 'options.changed', admin, ({ options }) => !options.emailReminders),
  message(
    'a change of the judging',
    'judging.changed',
    admin,
    anItem(({ projectId, officialRatings }) => projectId === scenario.projectOfAna && officialRatings === 1),
  ),
  message('a saved text', 'saved-texts.changed', admin, ({ items }) =>
    items.some(({ savedText }) => savedText?.title === 'Dead link'),
  ),
  message('an invitation of an admin', 'team.changed', admin),
  message('a new webhook', 'webhooks.changed', admin, ({ webhook }) => webhook !== null),
  message('the backup of the reset', 'backups.changed', admin),
  message('the switch to the new run', 'history.changed', admin, isNewRunShown),
  message('the new run', 'challenge.changed', allUsers, isOfNewRun),
  message('the request to load the new run', 'news.missed', allUsers),
]

test.each(expectedMessages)('$label ($name) reaches exactly its recipients', ({ recipients, expected }) => {
  expect(recipients()).toEqual(expected)
})

test('the scenario contains every message of normal operation', () => {
  // Heartbeats are periodic, and no process ends here.
  const others: MessageName[] = ['leaderboard.heartbeat', 'server.ending']
  const names = new Set([...expectedMessages.map(({ name }) => name), ...others])
  expect([...names].toSorted()).toEqual(Object.keys(serverMessages).toSorted())
})

test.each(allUsers)(
  'every message that %s receives matches its schema, and has a position and a time',
  (user) => {
    const { heard } = sockets[user]
    expect(heard.length).toBeGreaterThan(0)
    for (const { message, payload } of heard) {
      expect([message, payload, findSchemaFault(serverMessages[message as MessageName], payload)]).toEqual([
        message,
        payload,
        undefined,
      ])
      const { at, position } = payload as { at: string; position?: string }
      expect(at >= scenario.startedAt && at <= new Date().toISOString()).toBe(true)
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

test.each(['visitor', 'ana', 'ben'] as const)('%s receives no email address of others', (user) => {
  const { heard, person } = sockets[user]
  const text = JSON.stringify(heard)
  expect(findLeak({ text, status: 200, json: heard }, person)).toBeUndefined()
})
