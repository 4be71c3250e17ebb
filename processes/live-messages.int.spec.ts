import { serverMessages } from '@thirty/contracts/live-messages.ts'
import { rooms, type ServerMessages } from '@thirty/contracts/live.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findLeak, findSchemaFault } from './testing/response-checks.ts'
import { projectFields } from './testing/scenario.ts'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'

// A whole product, with everything embedded, is started here.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

type Name = keyof ServerMessages
type Seat = Awaited<ReturnType<typeof openSocket>> & { person: Person | undefined }
const everybody = ['visitor', 'ana', 'ben', 'admin'] as const
const signedIn = ['ana', 'ben', 'admin'] as const
/** Who has the community open. The admin might, and has not. */
const inCommunity = ['ana', 'ben'] as const
type Who = (typeof everybody)[number]

let product: TestProduct
const seats = {} as Record<Who, Seat>
/** Ids of what the story is about. */
const story = { anas: '', bens: '', discussion: '', began: new Date().toISOString() }

beforeAll(async () => {
  product = await startTestProduct()
  const people = {
    visitor: undefined,
    ana: await product.participant(),
    ben: await product.participant(),
    admin: await product.admin(),
  }
  for (const who of everybody) {
    const person = people[who]
    const seat = { ...(await openSocket(product.address, person?.token, 'http://thirty.test')), person }
    // Rooms are entered just after the answer has left, so a question behind it finds them entered.
    await seat.socket.emitWithAck('unwatch', { room: rooms.project('of-nobody') })
    seats[who] = seat
  }
  await tellTheStory()
})
afterAll(async () => {
  for (const { socket } of Object.values(seats)) socket.disconnect()
  await product.close()
})

type Command = { position: string; project?: { _id: string }; discussion?: { id: string } }

type Hearing = readonly [who: Who, name: Name]

/** Somebody does something, and whoever is named hears of it at or behind the place in the log at which it was done. */
async function does(who: Who, words: string, body: unknown, ...hear: readonly Hearing[]): Promise<Command> {
  const [method = '', path = ''] = words.split(' ')
  const { status, json, text } = await product.ask({ method, path, body, token: seats[who].person?.token })
  if (status >= 300) throw new Error(`${words} was refused: ${text}`)
  // As the schemas of the calls say, which others check.
  const answer = json as Command
  for (const one of hear) await hasHeard(one, (payload) => isSince(payload, answer))
  return answer
}

const hasHeard = (
  [who, name]: Hearing,
  fits: (payload: ServerMessages[Name]) => boolean = () => true,
): Promise<void> =>
  vi.waitFor(() => expect(told(who, name).some(fits), `${who} hears ${name}`).toBe(true), waiting)
const waiting = { timeout: 10_000, interval: 5 }

const isSince = ({ position = '0' }: { position?: string | undefined }, answer: Command): boolean =>
  BigInt(position) >= BigInt(answer.position)

/** What somebody heard under a name. Whether it has the shape of its name is a test below. */
const told = <Told extends Name>(who: Who, name: Told): ServerMessages[Told][] =>
  seats[who].heard.flatMap(({ message, payload }) =>
    message === name ? [payload as ServerMessages[Told]] : [],
  )

const stars = (all: number) => ({
  functionality: all,
  design: all,
  innovation: all,
  codeQuality: all,
  completeness: all,
})
const rate = (who: Who, projectId: string, all: number, ...hear: readonly Hearing[]) =>
  does(who, 'POST /api/ratings/submit', { projectId, criteria: stars(all) }, ...hear)

/** Each step waits until it is heard, so that none is gathered with the next. */
async function tellTheStory(): Promise<void> {
  const community = { room: rooms.community }
  for (const who of inCommunity)
    expect(await seats[who].socket.emitWithAck('watch', community)).toEqual({ ok: true })
  const handIn = async (who: 'ana' | 'ben', day: number) => {
    const content = { ...projectFields(seats[who].person ?? { id: '' }), day }
    const { project } = await does(who, 'POST /api/projects', content, ['admin', 'submission.received'])
    return project?._id ?? ''
  }
  const ofAna = (story.anas = await handIn('ana', 1))
  story.bens = await handIn('ben', 2)
  const watched = { room: rooms.project(ofAna) }
  expect(await seats.ben.socket.emitWithAck('watch', watched)).toEqual({ ok: true })
  await does('ben', `PUT /api/projects/${ofAna}/like`, undefined, ...both('project.liked'))
  await does('ben', `POST /api/projects/${ofAna}/comments`, { text: 'Neat.' }, ...both('project.commented'))
  await rate('ben', ofAna, 3, ...both('project.rated'))
  await rate('admin', ofAna, 4, ...both('project.rated'), ...both('rank.changed'))
  expect(await seats.ben.socket.emitWithAck('unwatch', watched)).toEqual({ ok: true })
  await does('admin', `PUT /api/projects/${ofAna}/like`, undefined, ['ana', 'project.liked'])
  await does('admin', `PUT /api/projects/${ofAna}`, { status: 'approved' }, ...both('activity'))
  await does('ben', `DELETE /api/projects/${story.bens}`, undefined, ['ben', 'submission.changed'])
  await does('ana', 'POST /api/challenge/days/1/complete', undefined, ...both('activity'))
  const asked = { title: 'Which clock?', text: 'One with hands?' }
  const heard = [...both('activity'), ...both('discussion.changed')]
  const { discussion } = await does('ben', 'POST /api/community/discussions', asked, ...heard)
  story.discussion = discussion?.id ?? ''
  await does('ana', 'POST /api/notifications/read', { upTo: '1' }, ['ana', 'notifications.changed'])
  await does('admin', 'POST /api/admin/challenge/start', {}, ['visitor', 'challenge.changed'])
  // Whatever is still on its way to somebody is there before this.
  for (const who of everybody) await hasHeard([who, 'challenge.changed'])
}

const both = (name: Name): readonly Hearing[] => [
  ['ana', name],
  ['ben', name],
]

const hasItem =
  <Item>(fits: (item: Item) => boolean) =>
  ({ items }: { items: readonly Item[] }) =>
    items.some(fits)

/** Something that is told in the story, and to whom. */
const telling = <Told extends Name>(
  words: string,
  name: Told,
  expected: readonly Who[],
  fits: (payload: ServerMessages[Told]) => boolean = () => true,
) => ({ words, name, expected, hearers: () => everybody.filter((who) => told(who, name).some(fits)) })

const tellings = [
  telling('the board', 'leaderboard.changed', signedIn),
  telling('the first six', 'showcase.changed', ['visitor']),
  telling('the figures', 'statistics.changed', ['admin']),
  telling('what the leader is told', 'rank.changed', ['ana'], ({ rank, ahead }) => rank === 1 && !!ahead),
  telling(
    'how far behind Ben is',
    'rank.changed',
    ['ben'],
    ({ rank, behind }) => rank === 2 && behind?.points === 40,
  ),
  telling(
    'a project by Ana',
    'submission.received',
    ['ana', 'admin'],
    hasItem(({ project }) => project._id === story.anas),
  ),
  telling(
    'a project by Ben',
    'submission.received',
    ['ben', 'admin'],
    hasItem(({ project }) => project._id === story.bens),
  ),
  telling(
    'an approval',
    'submission.changed',
    ['ana', 'admin'],
    hasItem(({ what }) => what === 'approved'),
  ),
  telling(
    'a withdrawal',
    'submission.changed',
    ['ben', 'admin'],
    hasItem(({ what }) => what === 'withdrawn'),
  ),
  telling(
    'a rating by Ben, who watches',
    'project.rated',
    ['ana', 'ben'],
    hasItem(({ official, ratingCount }) => !official && ratingCount === 1),
  ),
  telling(
    'a rating by an admin, who does not watch',
    'project.rated',
    ['ana', 'ben'],
    hasItem(({ official, averageRating }) => official && averageRating === 3.5),
  ),
  telling(
    'a like of what Ben watches',
    'project.liked',
    ['ana', 'ben'],
    hasItem(({ likes }) => likes === 1),
  ),
  telling(
    'a like of what nobody watches any more',
    'project.liked',
    ['ana'],
    hasItem(({ likes }) => likes === 2),
  ),
  telling(
    'a comment',
    'project.commented',
    ['ana', 'ben'],
    hasItem((item) => 'comment' in item && item.comment.text === 'Neat.'),
  ),
  ...(['submitted', 'commented', 'rated', 'approved', 'completed', 'discussed'] as const).map((it) =>
    telling(
      `that something was ${it}`,
      'activity',
      inCommunity,
      hasItem(({ what }) => what === it),
    ),
  ),
  telling(
    'a discussion',
    'discussion.changed',
    inCommunity,
    hasItem(({ discussionId }) => discussionId === story.discussion),
  ),
  telling('what Ana has read', 'notifications.changed', ['ana'], ({ readUpTo }) => readUpTo === '1'),
  telling('the start', 'challenge.changed', everybody, ({ startsAt }) => startsAt !== null),
]

test.each(tellings)(
  '$words ($name) is told to whom it is for, and to nobody else',
  ({ hearers, expected }) => {
    expect(hearers()).toEqual(expected)
  },
)

test('every message that can be heard while nothing is wrong is in the story', () => {
  // The heart beats without a change, and `news.missed` is for the times when something is lost.
  const others: Name[] = ['leaderboard.heartbeat', 'news.missed']
  const names = new Set([...tellings.map(({ name }) => name), ...others])
  expect([...names].toSorted()).toEqual(Object.keys(serverMessages).toSorted())
})

test.each(everybody)(
  'what %s hears has the shape of its name and nothing beyond, with its place and time',
  (who) => {
    const { heard } = seats[who]
    expect(heard.length).toBeGreaterThan(0)
    for (const { message, payload } of heard) {
      expect([message, payload, findSchemaFault(serverMessages[message as Name], payload)]).toEqual([
        message,
        payload,
        undefined,
      ])
      const { at, position } = payload as { at: string; position: string }
      expect(at >= story.began && at <= new Date().toISOString()).toBe(true)
      expect(BigInt(position)).toBeGreaterThan(0n)
    }
  },
)

test('a beat of the heart has its shape too', async () => {
  const beat = await product.core.models.heartbeat(4, true)
  expect(findSchemaFault(serverMessages['leaderboard.heartbeat'], beat)).toBeUndefined()
})

test.each(['visitor', 'ana', 'ben'] as const)('%s hears of nobody’s address', (who) => {
  const { heard, person } = seats[who]
  const text = JSON.stringify(heard)
  expect(findLeak({ text, status: 200, json: heard }, person)).toBeUndefined()
})

test('admins hear whom to write to', () => {
  const { project } = told('admin', 'submission.received')[0]?.items[0] ?? {}
  expect(project?.user.email).toBe(seats.ana.person?.email)
})

test('fifty ratings in a row are told at most ten times a second, and the last of them is', async () => {
  const begun = new Map(everybody.map((who) => [who, seats[who].heard.length]))
  for (let count = 0; count < 49; count += 1) await rate('admin', story.anas, 1 + (count % 4))
  const last = await rate('admin', story.anas, 5, ['ana', 'project.rated'])
  await hasHeard(['ben', 'leaderboard.changed'], (payload) => isSince(payload, last))
  expect(told('ana', 'project.rated').at(-1)?.items).toMatchObject([{ averageRating: 4, ratingCount: 2 }])
  const counts = everybody.map((who) => countsOf(seats[who].heard.slice(begun.get(who))))
  expect(counts.map((each) => [...each.keys()].toSorted())).toEqual([
    ['showcase.changed'],
    ['activity', 'leaderboard.changed', 'project.rated', 'rank.changed'],
    ['activity', 'leaderboard.changed', 'rank.changed'],
    ['leaderboard.changed', 'statistics.changed'],
  ])
  for (const each of counts)
    for (const [message, { count, lasted }] of each) {
      // The first leaves at once, and timers may be early by a little.
      const most = 2 + lasted / 95
      expect([message, lasted, count <= most ? 'at most ten a second' : count]).toEqual([
        message,
        lasted,
        'at most ten a second',
      ])
    }
})

/** How many frames of each message there are, and how many milliseconds lie between the first and the last. */
function countsOf(heard: Seat['heard']): Map<string, { count: number; lasted: number }> {
  // The heart beats whatever happens.
  const frames = heard.filter(({ message }) => message !== 'leaderboard.heartbeat')
  const times = Map.groupBy(frames, ({ message }) => message)
  return new Map(
    [...times].map(([message, each]) => {
      const at = each.map(({ payload }) => Date.parse((payload as { at: string }).at))
      return [message, { count: at.length, lasted: (at.at(-1) ?? 0) - (at[0] ?? 0) }]
    }),
  )
}
