import { standIns } from '@thirty/contracts/accounts/stand-ins.ts'
import { communityResponse, feedResponse, membersResponse } from '@thirty/contracts/community/api.ts'
import { discussionsResponse } from '@thirty/contracts/community/discussions-api.ts'
import { expect, onTestFinished, test } from 'vitest'
import {
  discussionEvents,
  userIdOf,
  personEvents,
  imageName,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { startReadModelServer } from '@thirty/projections/testing/read-model-server.ts'

const at = '2026-01-05T12:00:00.000Z'
const [ada1, ada2, bob1] = [projectEvents('Ada', 1), projectEvents('Ada', 2), projectEvents('Bob', 1)]
const talk = discussionEvents('Ada')
const people = [
  personEvents('Root').registered({ role: 'admin' }),
  personEvents('Ada').registered(),
  personEvents('Bob').registered({ fullName: 'Bob O’Brien' }),
  personEvents('Cleo').registered({ username: undefined }),
]

/** A person as the screen shows them. */
const shown = (name: string, more: object) => ({
  id: userIdOf(name),
  name,
  username: name.toLowerCase(),
  avatar: null,
  role: 'participant',
  ...more,
})

/** Starts the community endpoints after some events. Returns a function that sends a request as a user, or as nobody (`''`). */
async function after(...givenEvents: GivenEvent[]) {
  const server = await startReadModelServer(givenEvents)
  onTestFinished(() => server.close())
  return (path: string, name = 'Ada') =>
    server.request(`/api/community${path}`, name === '' ? undefined : name)
}

const parseResponse = async <Response>(
  response: Promise<{ status: number; json: () => unknown }>,
  schema: { parse(value: unknown): Response },
) => {
  const { status, json } = await response
  expect(status).toBe(200)
  // A schema drops unknown fields; the response must have none.
  expect(schema.parse(json())).toEqual(json())
  return schema.parse(json())
}

test('the community screen gets the caller, the top contributors and the most popular projects', async () => {
  const ask = await after(
    ...people,
    personEvents('Bob').event('ProfileImageChanged', { image: imageName(7) }),
    ada1.submitted(),
    bob1.submitted({ projectName: 'Clear skies' }),
    bob1.rated('Root', equalCriteria(5)),
    ada2.submitted(),
    ada2.rejected(),
    bob1.liked('Ada'),
    bob1.viewed('Ada'),
    ada1.viewed('Bob'),
  )
  const { data } = await parseResponse(ask('/all-data', 'Root'), communityResponse)
  expect(data).toEqual({
    currentUser: shown('Root', { role: 'admin', submissions: 0 }),
    users: [
      // The points decide between equal submissions; a rejected one does not count.
      shown('Bob', { name: 'Bob O’Brien', avatar: `/uploads/${imageName(7)}`, submissions: 1 }),
      shown('Ada', { submissions: 1 }),
      shown('Cleo', { username: null, submissions: 0 }),
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
      expect.objectContaining({ id: ada1.id, author: 'Ada', likes: 0, views: 1 }),
    ],
  })
})

test('members are listed newest first, with their leaderboard results', async () => {
  const ask = await after(
    ...people,
    ada1.submitted(),
    personEvents('Ida').registered(),
    personEvents('Ida').status('inactive'),
  )
  const answer = await parseResponse(ask('/members'), membersResponse)
  expect(answer).toMatchObject({ count: 4, nextCursor: null })
  expect(answer.members.map(({ name, role, rank }) => [name, role, rank])).toEqual([
    ['Cleo', 'participant', 3],
    ['Bob O’Brien', 'participant', 2],
    ['Ada', 'participant', 1],
    ['Root', 'admin', null],
  ])
  expect(answer.members[2]).toEqual(shown('Ada', { submissions: 1, rank: 1, points: 5, joinedAt: at }))
})

const allEvents = [
  ...people,
  ada1.submitted(),
  ada1.approved(),
  ada1.liked('Bob'),
  ada1.commented('Bob', 1, '<script>alert(1)</script> & "quotes"'),
  talk.opened({ title: '<img src=x onerror=alert(1)>', text: '**Not** <b>bold</b>' }),
  talk.replied('Bob', 'r1', '<script>alert(2)</script>'),
]
const everyPath = ['/all-data', '/members', '/feed', '/discussions', `/discussions/${talk.id}`]

test('a deleted account leaves no name anywhere, and its contributions stay', async () => {
  const deletion = personEvents('Ada').deleted({ registered: { at, position: '20' } })
  const ask = await after(...allEvents, deletion)
  for (const path of everyPath) expect([path, (await ask(path, 'Bob')).text]).not.toContain('"Ada"')
  const { data } = await parseResponse(ask('/all-data', 'Bob'), communityResponse)
  expect(data.users.map(({ name }) => name)).toEqual(['Bob O’Brien', 'Cleo'])
  expect(data.popularSubmissions).toMatchObject([
    { id: ada1.id, author: 'Deleted participant', authorUsername: null },
  ])
  expect((await parseResponse(ask('/members', 'Bob'), membersResponse)).count).toBe(3)
  const deletedPerson = { id: userIdOf('Ada'), name: 'Deleted participant', username: null, avatar: null }
  const { items } = await parseResponse(ask('/feed', 'Bob'), feedResponse)
  expect(items.filter(({ person: { id } }) => id === userIdOf('Ada'))).toMatchObject([
    { what: 'discussed', person: deletedPerson },
    { what: 'approved', person: deletedPerson },
    { what: 'submitted', person: deletedPerson },
  ])
  const { discussions } = await parseResponse(ask('/discussions', 'Bob'), discussionsResponse)
  expect(discussions).toMatchObject([{ id: talk.id, author: deletedPerson }])
})

test('somebody who is called like the name of deleted accounts keeps it, and says so', async () => {
  const named = personEvents('Ada').event('ProfileChanged', { fullName: standIns.deletedPerson.message })
  const ask = await after(...allEvents, named, personEvents('Bob').deleted())
  const { data } = await parseResponse(ask('/all-data', 'Cleo'), communityResponse)
  const [ada] = data.users.filter(({ id }) => id === userIdOf('Ada'))
  expect(ada).toMatchObject({ name: 'Deleted participant', username: 'ada' })
  expect(ada).not.toHaveProperty('nameCodes')
  const { items } = await parseResponse(ask('/feed', 'Cleo'), feedResponse)
  expect(new Set(items.map(({ person }) => [person.name, person.nameCodes?.name].join(' ')))).toEqual(
    new Set(['Deleted participant ', 'Cleo ', 'Deleted participant deletedPerson']),
  )
})
