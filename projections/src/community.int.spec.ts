import {
  communityAnswer,
  feedAnswer,
  membersAnswer,
  mostContributors,
  mostPopular,
} from '@thirty/contracts/api/community.ts'
import { discussionAnswer, discussionsAnswer } from '@thirty/contracts/api/discussions.ts'
import { authentication } from '@thirty/infra/http/authentication.ts'
import { correlate } from '@thirty/infra/http/correlation.ts'
import { routersOf } from '@thirty/infra/http/endpoint.ts'
import { runningApp, type RunningApp } from '@thirty/infra/http/http-double.ts'
import { limits } from '@thirty/infra/http/limits.ts'
import { answerProblems } from '@thirty/infra/http/problems.ts'
import { sessionTokens } from '@thirty/infra/http/tokens.ts'
import { quietLog } from '@thirty/infra/telemetry.ts'
import express from 'express'
import { afterEach, expect, test } from 'vitest'
import { logDouble } from './log-double.ts'
import { readModels } from './read-models.ts'
import {
  discussionOf,
  idOf,
  person,
  pictureOf,
  projectOf,
  recorded,
  stars,
  storeAfter,
  type Told,
} from './story.ts'

const clock = () => Date.parse('2026-01-05T18:00:00.000Z')
const tokens = sessionTokens({ secret: 's'.repeat(32), issuer: 'http://thirty.test', clock })
const at = '2026-01-05T12:00:00.000Z'
const [ada1, ada2, bob1] = [projectOf('Ada', 1), projectOf('Ada', 2), projectOf('Bob', 1)]
const talk = discussionOf('Ada')
const people = [
  person('Root').registered({ role: 'admin' }),
  person('Ada').registered(),
  person('Bob').registered({ fullName: 'Bob O’Brien' }),
  person('Cleo').registered({ username: undefined }),
]
const gone = (name: string): Told => ({
  stream: `deleted-${idOf(name)}`,
  type: 'AccountDeleted',
  data: { role: 'participant', status: 'active', registered: { at, position: '20' } },
})

let app: RunningApp | undefined
afterEach(() => app?.close())

/** The product's read side after a story, as somebody asks it. */
async function after(...story: Told[]) {
  const log = logDouble()
  const options = { log, clock, timeZone: 'UTC', run: 1 }
  const { projections } = readModels({ ...options, store: await storeAfter([], []) })
  const store = await storeAfter(
    projections.map(({ view }) => view),
    story,
  )
  for (const event of recorded(story)) await log.append(event.stream, [event], 'any')
  const models = readModels({ ...options, store })
  const guards = {
    authentication: authentication({ tokens, sessionOf: models.sessionOf }),
    limits: limits({ on: false }),
  }
  const { api } = routersOf(models.endpoints, guards)
  app = await runningApp(
    express().set('query parser', 'simple').use(correlate).use('/api', api).use(answerProblems(quietLog)),
  )
  const running = app
  return (path: string, who = 'Ada') =>
    running.ask(`/api/community${path}`, {
      headers: who === '' ? {} : { authorization: `Bearer ${tokens.issue({ id: idOf(who), version: 0 })}` },
    })
}

const gotten = async <Answer>(
  answer: Promise<{ status: number; json: () => unknown }>,
  shape: { parse(value: unknown): Answer },
) => {
  const { status, json } = await answer
  expect(status).toBe(200)
  // The shape passes fields over that it does not know; here there must be none.
  expect(shape.parse(json())).toEqual(json())
  return shape.parse(json())
}

test('the community screen gets who asks, who handed in the most, and what is liked the most', async () => {
  const ask = await after(
    ...people,
    person('Bob').told({ type: 'ProfileImageChanged', data: { image: pictureOf(7) } }),
    bob1.submitted({ projectName: 'Clear skies' }),
    ada1.submitted(),
    ada2.submitted(),
    bob1.liked('Ada'),
    bob1.viewed('Ada'),
    ada2.viewed('Bob'),
  )
  const { data } = await gotten(ask('/all-data', 'Root'), communityAnswer)
  expect(data).toEqual({
    currentUser: {
      id: idOf('Root'),
      name: 'Root',
      username: 'root',
      avatar: null,
      role: 'admin',
      submissions: 0,
    },
    users: [
      { id: idOf('Ada'), name: 'Ada', username: 'ada', avatar: null, role: 'participant', submissions: 2 },
      {
        id: idOf('Bob'),
        name: 'Bob O’Brien',
        username: 'bob',
        avatar: `/uploads/${pictureOf(7)}`,
        role: 'participant',
        submissions: 1,
      },
      { id: idOf('Cleo'), name: 'Cleo', username: null, avatar: null, role: 'participant', submissions: 0 },
    ],
    popularSubmissions: [
      {
        id: bob1.id,
        title: 'Clear skies',
        thumbnail: expect.stringMatching(/^\/uploads\/1{32}-small\.webp$/),
        author: 'Bob O’Brien',
        authorUsername: 'bob',
        likes: 1,
        views: 1,
      },
      expect.objectContaining({ id: ada2.id, author: 'Ada', likes: 0, views: 1 }),
    ],
  })
  expect(await gotten(ask('/all-data', 'Bob'), communityAnswer)).toMatchObject({
    data: { currentUser: { id: idOf('Bob'), submissions: 1 } },
  })
})

test('among equals in submissions, points come first; what was rejected or withdrawn does not count', async () => {
  const ask = await after(
    ...people,
    ada1.submitted(),
    bob1.submitted(),
    bob1.rated('Root', stars(5)),
    ada2.submitted(),
    ada2.rejected(),
    projectOf('Cleo', 1).submitted(),
    projectOf('Cleo', 1).withdrawn(),
  )
  const { data } = await gotten(ask('/all-data'), communityAnswer)
  expect(data.users.map(({ name, submissions }) => [name, submissions])).toEqual([
    ['Bob O’Brien', 1],
    ['Ada', 1],
    ['Cleo', 0],
  ])
})

test('a rejected project is not popular, however many liked it', async () => {
  const ask = await after(...people, ada1.submitted(), ada1.liked('Bob'), ada1.rejected())
  expect((await gotten(ask('/all-data'), communityAnswer)).data.popularSubmissions).toEqual([])
})

test('the lists of the community screen have an end', async () => {
  const crowd = Array.from({ length: mostContributors + 5 }, (_, number) => {
    const name = `P${number.toString(36)}`
    const project = projectOf(name, 1)
    return [person(name).registered(), project.submitted(), project.liked('Ada')]
  })
  const ask = await after(...people, ...crowd.flat())
  const { data } = await gotten(ask('/all-data'), communityAnswer)
  expect([data.users.length, data.popularSubmissions.length]).toEqual([mostContributors, mostPopular])
})

test('members are listed newest first, with what they have on the board', async () => {
  const ask = await after(
    ...people,
    ada1.submitted(),
    person('Ida').registered(),
    person('Ida').status('inactive'),
  )
  const answer = await gotten(ask('/members'), membersAnswer)
  expect(answer).toMatchObject({ count: 4, nextCursor: null })
  expect(answer.members.map(({ name, role, rank }) => [name, role, rank])).toEqual([
    ['Cleo', 'participant', 3],
    ['Bob O’Brien', 'participant', 2],
    ['Ada', 'participant', 1],
    ['Root', 'admin', null],
  ])
  expect(answer.members[2]).toEqual({
    id: idOf('Ada'),
    name: 'Ada',
    username: 'ada',
    avatar: null,
    role: 'participant',
    submissions: 1,
    rank: 1,
    points: 5,
    joinedAt: at,
  })
})

test('members are found by name and username in any case and spelling, never by address', async () => {
  const ask = await after(...people)
  const found = async (search: string) =>
    (await gotten(ask(`/members?search=${encodeURIComponent(search)}`), membersAnswer)).members.map(
      ({ name }) => name,
    )
  expect(await found('O’BRIEN')).toEqual(['Bob O’Brien'])
  expect(await found("o'bríen")).toEqual(['Bob O’Brien'])
  expect(await found('bo')).toEqual(['Bob O’Brien'])
  expect(await found('example.org')).toEqual([])
  expect(await found('@')).toEqual([])
})

test('members are paged without a gap or a repeat while others join', async () => {
  const ask = await after(...people)
  const first = await gotten(ask('/members?limit=2'), membersAnswer)
  await app?.close()
  const later = await after(...people, person('Dora').registered())
  const second = await gotten(later(`/members?limit=2&cursor=${first.nextCursor}`), membersAnswer)
  expect([...first.members, ...second.members].map(({ name }) => name)).toEqual([
    'Cleo',
    'Bob O’Brien',
    'Ada',
    'Root',
  ])
  expect(second).toMatchObject({ nextCursor: null, count: 5 })
})

const everything = [
  ...people,
  ada1.submitted(),
  ada1.approved(),
  ada1.liked('Bob'),
  ada1.commented('Bob', 1, '<script>alert(1)</script> & "quotes"'),
  talk.opened({ title: '<img src=x onerror=alert(1)>', text: '**Not** <b>bold</b>' }),
  talk.replied('Bob', 'r1', '<script>alert(2)</script>'),
]
const everyPath = ['/all-data', '/members', '/feed', '/discussions', `/discussions/${talk.id}`]

test('the feed is put together from all of it', async () => {
  const ask = await after(...everything)
  const { items } = await gotten(ask('/feed?limit=4'), feedAnswer)
  expect(items).toMatchObject([
    { what: 'discussed', person: { name: 'Ada' }, discussion: { id: talk.id, replies: 1 } },
    { what: 'commented', person: { name: 'Bob O’Brien' }, project: { id: ada1.id, likes: 1, comments: 1 } },
    { what: 'approved', person: { name: 'Ada' }, project: { id: ada1.id, title: 'Kanban' } },
    { what: 'submitted', project: { id: ada1.id } },
  ])
})

test.each(everyPath)('%s is for everybody who is signed in and active', async (path) => {
  const ask = await after(...everything, person('Ida').registered(), person('Ida').status('inactive'))
  const answers = await Promise.all(['', 'Ida', 'Ghost', 'Ada', 'Root'].map((who) => ask(path, who)))
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 200, 200])
})

test.each(everyPath)('%s tells nobody the address of anybody, not even an admin', async (path) => {
  const ask = await after(...everything)
  for (const who of ['Ada', 'Root']) expect((await ask(path, who)).text).not.toContain('@example.org')
})

test('text is answered as it was written, as JSON', async () => {
  const ask = await after(...everything)
  const answer = await ask(`/discussions/${talk.id}`)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(await gotten(Promise.resolve(answer), discussionAnswer)).toMatchObject({
    discussion: { title: '<img src=x onerror=alert(1)>', text: '**Not** <b>bold</b>' },
    replies: [{ text: '<script>alert(2)</script>' }],
  })
  const { items } = await gotten(ask('/feed'), feedAnswer)
  expect(items[1]).toMatchObject({ what: 'commented', text: '<script>alert(1)</script> & "quotes"' })
})

test('of who deleted the account no name is left anywhere, and what others can see stays', async () => {
  const ask = await after(...everything, gone('Ada'))
  for (const path of everyPath) expect([path, (await ask(path, 'Bob')).text]).not.toContain('"Ada"')
  const { data } = await gotten(ask('/all-data', 'Bob'), communityAnswer)
  expect(data.users.map(({ name }) => name)).toEqual(['Bob O’Brien', 'Cleo'])
  expect(data.popularSubmissions).toMatchObject([
    { id: ada1.id, author: 'Deleted participant', authorUsername: null },
  ])
  expect((await gotten(ask('/members', 'Bob'), membersAnswer)).count).toBe(3)
  const nobody = { id: idOf('Ada'), name: 'Deleted participant', username: null, avatar: null }
  const { items } = await gotten(ask('/feed', 'Bob'), feedAnswer)
  expect(items.filter(({ person: { id } }) => id === idOf('Ada'))).toMatchObject([
    { what: 'discussed', person: nobody },
    { what: 'approved', person: nobody },
    { what: 'submitted', person: nobody },
  ])
  const { discussions } = await gotten(ask('/discussions', 'Bob'), discussionsAnswer)
  expect(discussions).toMatchObject([{ id: talk.id, author: nobody }])
})

test('what is not there, or asked in a wrong way, is refused in words', async () => {
  const ask = await after(...everything)
  expect((await ask(`/discussions/${idOf('Ghost')}`)).json()).toMatchObject({ code: 'discussion-not-found' })
  for (const path of [
    '/feed?limit=201',
    '/feed?cursor=nonsense',
    '/members?cursor=nonsense',
    '/discussions?limit=0',
  ])
    expect((await ask(path)).json()).toMatchObject({ success: false, code: 'malformed' })
})
