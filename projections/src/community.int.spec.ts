import { standIns } from '@thirty/contracts/accounts/stand-ins.ts'
import { communityEndpoints } from '@thirty/contracts/community/api.ts'
import { discussionEndpoints } from '@thirty/contracts/community/discussions-api.ts'
import { expect, test } from 'vitest'
import {
  defaultTime,
  discussionEvents,
  userIdOf,
  personEvents,
  imageName,
  projectEvents,
  equalCriteria,
} from '@thirty/projections/testing/event-builders.ts'
import { askAfter } from '@thirty/projections/testing/read-model-server.ts'

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

test('the community screen gets the caller, the top contributors and the most popular projects', async () => {
  const ask = await askAfter([
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
  ])
  const { data } = await ask(communityEndpoints.allData, 'Root')
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
  const ida = personEvents('Ida')
  const ask = await askAfter([...people, ada1.submitted(), ida.registered(), ida.status('inactive')])
  expect(await ask(communityEndpoints.members, 'Ada')).toMatchObject({
    count: 4,
    members: [
      { name: 'Cleo', role: 'participant', rank: 3 },
      { name: 'Bob O’Brien', role: 'participant', rank: 2 },
      shown('Ada', { submissions: 1, rank: 1, points: 5, joinedAt: defaultTime }),
      { name: 'Root', role: 'admin', rank: null },
    ],
    nextCursor: null,
  })
})

const allEvents = [
  ...people,
  ada1.submitted(),
  ada1.approved(),
  ada1.liked('Bob'),
  ada1.commented('Bob', 1),
  talk.opened(),
  talk.replied('Bob', 'r1'),
]

test('a deleted account leaves no name anywhere, and its contributions stay', async () => {
  const deletion = personEvents('Ada').deleted({ registered: { at: defaultTime, position: '20' } })
  const ask = await askAfter([...allEvents, deletion])
  const answers = {
    community: await ask(communityEndpoints.allData, 'Bob'),
    members: await ask(communityEndpoints.members, 'Bob'),
    feed: await ask(communityEndpoints.feed, 'Bob'),
    discussions: await ask(discussionEndpoints.list, 'Bob'),
    discussion: await ask(discussionEndpoints.one, 'Bob', { discussionId: talk.id }),
  }
  expect(JSON.stringify(answers)).not.toContain('"Ada"')
  const deletedPerson = { id: userIdOf('Ada'), name: 'Deleted participant', username: null, avatar: null }
  expect(answers).toMatchObject({
    community: {
      data: {
        users: [{ name: 'Bob O’Brien' }, { name: 'Cleo' }],
        popularSubmissions: [{ id: ada1.id, author: 'Deleted participant', authorUsername: null }],
      },
    },
    members: { count: 3 },
    discussions: { discussions: [{ id: talk.id, author: deletedPerson }] },
  })
  expect(answers.feed.items.filter(({ person: { id } }) => id === userIdOf('Ada'))).toMatchObject(
    ['discussed', 'approved', 'submitted'].map((what) => ({ what, person: deletedPerson })),
  )
})

test('somebody who is called like the name of deleted accounts keeps it, and says so', async () => {
  const named = personEvents('Ada').event('ProfileChanged', { fullName: standIns.deletedPerson.message })
  const ask = await askAfter([...allEvents, named, personEvents('Bob').deleted()])
  const { data } = await ask(communityEndpoints.allData, 'Cleo')
  const ada = data.users.find(({ id }) => id === userIdOf('Ada'))
  expect(ada).toMatchObject({ name: 'Deleted participant', username: 'ada' })
  expect(ada).not.toHaveProperty('nameCodes')
  const { items } = await ask(communityEndpoints.feed, 'Cleo')
  expect(new Set(items.map(({ person }) => [person.name, person.nameCodes?.name].join(' ')))).toEqual(
    new Set(['Deleted participant ', 'Cleo ', 'Deleted participant deletedPerson']),
  )
})
