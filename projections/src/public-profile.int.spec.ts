import { publicProfileEndpoints } from '@thirty/contracts/accounts/public-profile-api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import type { ProfileField } from '@thirty/contracts/accounts/profile-fields.ts'
import { expect, test } from 'vitest'
import {
  equalCriteria,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentChanges } from '@thirty/projections/testing/fold-events.ts'
import { askAfter } from '@thirty/projections/testing/read-model-server.ts'
import { switchingProcess } from '@thirty/projections/testing/switching-process.ts'

const [ada1, ada2] = [projectEvents('Ada', 1), projectEvents('Ada', 2)]
const [bob1, bob2] = [projectEvents('Bob', 1), projectEvents('Bob', 2)]
const [ada, mona] = [personEvents('Ada'), personEvents('Mona')]
const people = [
  personEvents('Root').registered({ role: 'admin' }),
  ada.registered({ username: 'Ada_L' }),
  personEvents('Bob').registered({ username: undefined }),
]
const texts = { bio: 'Builds engines.', location: 'London', website: 'https://ada.example.org/' }
const hidden = { bio: '', location: '', website: '' }
const written = ada.event('ProfileChanged', texts)
const shows = (...publicFields: ProfileField[]) => ada.event('PreferencesChanged', { publicFields })
const showsAll = shows('bio', 'location', 'website')

/** Returns a function that requests a profile after these events, as Bob if nobody else is named. */
async function after(...events: GivenEvent[]) {
  const ask = await askAfter([...people, ...events])
  return (user: string, reader = 'Bob') => ask(publicProfileEndpoints.one, reader, { user })
}
const notFound = '404'

test('a profile has the person, the standing, the projects and the latest activity', async () => {
  const ask = await after(
    ada1.submitted({ projectName: 'Engine' }),
    ada1.approved('Root'),
    ada1.rated('Root', equalCriteria(4)),
    ada2.submitted({ projectName: 'Notes' }),
  )
  expect(await ask(userIdOf('Ada'))).toMatchObject({
    person: { id: userIdOf('Ada'), name: 'Ada', username: 'Ada_L', role: 'participant' },
    standing: { rank: 1, totalParticipants: 2, totalPoints: 50, projectsSubmitted: 2, streak: 2 },
    projects: [
      { projectName: 'Notes', status: 'submitted', day: 2 },
      { projectName: 'Engine', status: 'approved', day: 1, averageRating: 4, ratingCount: 1 },
    ],
    activities: ['submitted', 'rated', 'approved', 'submitted', 'joined'].map((what) => ({ what })),
  })
})

test('a profile is found by its username in any case, and not by a part of it or an earlier one', async () => {
  const ask = await after()
  expect((await ask('ADA_l')).person.id).toBe(userIdOf('Ada'))
  await expect(ask('ada')).rejects.toThrow(notFound)
  const askLater = await after(ada.event('ProfileChanged', { username: 'Countess' }))
  expect((await askLater('countess')).person.id).toBe(userIdOf('Ada'))
  await expect(askLater('Ada_L')).rejects.toThrow(notFound)
})

test.each<[texts: string, given: GivenEvent[], reader: string, profile: object]>([
  ['none until the owner shows them', [], 'Bob', { person: hidden }],
  ['the fields that the owner shows', [shows('bio')], 'Bob', { person: { ...hidden, bio: texts.bio } }],
  ['all fields, if the owner shows them', [showsAll], 'Bob', { person: texts }],
  ['none that the owner hid again', [showsAll, shows()], 'Bob', { person: hidden }],
  ...(['inactive', 'pending'] as const).map((status): [string, GivenEvent[], string, object] => [
    `none of an account that is ${status}`,
    [showsAll, ada1.submitted(), ada.status(status)],
    'Root',
    { person: hidden, standing: { rank: null } },
  ]),
])('of bio, location and website a profile has %s', async (_texts, given, reader, profile) => {
  expect(await (await after(written, ...given))('Ada_L', reader)).toMatchObject(profile)
})

test('only admins and the user find the profile of an account that is pending', async () => {
  const ask = await after(ada1.submitted(), ada.status('pending'))
  for (const user of ['Ada_L', userIdOf('Ada')]) {
    await expect(ask(user, 'Bob')).rejects.toThrow(notFound)
    for (const reader of ['Root', 'Ada']) expect((await ask(user, reader)).person.name).toBe('Ada')
  }
  const admitted = await after(ada.status('pending'), ada.status('active'))
  expect((await admitted('Ada_L')).person.name).toBe('Ada')
})

test.each(['inactive', 'pending'] as const)('an admin who is %s is not shown as one', async (status) => {
  const ask = await after(mona.registered({ role: 'admin' }), mona.status(status))
  expect((await ask(mona.id, 'Root')).person.role).toBe('participant')
})

test('no profile has an email address', async () => {
  const ask = await after(written, showsAll, ada1.submitted())
  for (const user of ['Ada_L', userIdOf('Bob'), userIdOf('Root')])
    expect(JSON.stringify(await ask(user))).not.toContain('@example.org')
})

test("rejected and withdrawn projects are not on a profile, also not on their owner's", async () => {
  const bob3 = projectEvents('Bob', 3)
  const submitted = [bob1, bob2, bob3].map((project) => project.submitted())
  const ask = await after(...submitted, bob1.rejected(), bob2.withdrawn())
  expect(await ask(userIdOf('Bob'))).toMatchObject({ projects: [{ day: 3 }] })
})

test('an admin has a profile without a standing', async () => {
  const ask = await after()
  const profile = { person: { role: 'admin' }, standing: null, projects: [] }
  expect(await ask(userIdOf('Root'))).toMatchObject(profile)
})

test('a deleted participant keeps the standing and loses the name', async () => {
  const ask = await after(written, shows('bio'), ada1.submitted(), ada.deleted())
  const profile = await ask(userIdOf('Ada'))
  expect(profile).toMatchObject({
    person: { name: 'Deleted participant', username: null, avatar: null, bio: '', joinedAt: null },
    standing: { projectsSubmitted: 1 },
    projects: [{ day: 1 }],
  })
  expect(JSON.stringify(profile)).not.toMatch(/Ada|engines/)
  await expect(ask('Ada_L')).rejects.toThrow(notFound)
})

test.each(['nobody', userIdOf('Nobody'), '__proto__', 'x'.repeat(90), ' '])(
  'there is no profile of %j',
  async (user) => {
    await expect((await after())(user)).rejects.toThrow(notFound)
  },
)

test.each<[what: string, event: GivenEvent, isTold: boolean]>([
  ['their texts', written, true],
  ['which texts they show', shows('bio'), true],
  ['a revision of their project', ada1.revised({ projectName: 'Other' }), true],
  ['a rating of it', ada1.rated('Bob', equalCriteria(3)), true],
  ['a comment on it', ada1.commented('Bob', 1), false],
  ['a project of somebody else', bob2.submitted(), false],
  ['a comment by them', bob1.commented('Ada', 2), true],
  ['the removal of their comment', bob1.commentRemoved('Ada', 1), true],
  ['the withdrawal of their project', ada1.withdrawn(), true],
  ['the deletion of their account', ada.deleted(), true],
])(
  'viewers of a profile receive a message about every change on it, and about no other: %s',
  async (_what, event, isTold) => {
    const projects = [ada1.submitted(), bob1.submitted(), bob1.commented('Ada', 1)]
    const { append, time, sent } = await switchingProcess([...people, ...projects])
    await append(event)
    await time.advance(200)
    const told = sent.filter(({ message }) => message === 'profile.changed').map(({ room }) => room)
    expect(told.includes(rooms.profile(userIdOf('Ada')))).toBe(isTold)
  },
)

test('each read model of a profile tells of a change when it has it', async () => {
  const { models } = await switchingProcess(people)
  const rated = ada1.rated('Root', equalCriteria(5))
  const tellers = models.projections.filter(({ projection, liveUpdates }) =>
    documentChanges(projection, [...people, ada1.submitted()], [rated])
      .flatMap((change) => liveUpdates?.(change) ?? [])
      .some(({ message }) => message === 'profile.changed'),
  )
  const kinds = tellers.map(({ projection }) => projection.name.split('-')[0])
  expect(kinds).toEqual(['leaderboard', 'projects', 'activity'])
})
