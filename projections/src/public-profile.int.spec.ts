import { publicProfileResponse } from '@thirty/contracts/accounts/public-profile-api.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import type { ProfileField } from '@thirty/contracts/accounts/profile-fields.ts'
import { expect, onTestFinished, test } from 'vitest'
import {
  equalCriteria,
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { startReadModelServer } from '@thirty/projections/testing/read-model-server.ts'
import { switchingProcess } from '@thirty/projections/testing/switching-process.ts'

const [ada1, ada2, ada3] = [projectEvents('Ada', 1), projectEvents('Ada', 2), projectEvents('Ada', 3)]
const ada = personEvents('Ada')
const people = [
  personEvents('Root').registered({ role: 'admin' }),
  ada.registered({ username: 'Ada_L' }),
  personEvents('Bob').registered({ username: undefined }),
]
const written = ada.event('ProfileChanged', {
  bio: 'Builds engines.',
  location: 'London',
  website: 'https://ada.example.org/',
})
const shows = (...publicFields: ProfileField[]) => ada.event('PreferencesChanged', { publicFields })

/** Starts the endpoints after some events. Returns a function that requests a profile, as Bob if nobody else is named. */
async function after(...events: GivenEvent[]) {
  const server = await startReadModelServer([...people, ...events])
  onTestFinished(() => server.close())
  return async (user: string, reader = 'Bob') => {
    const { status, json } = await server.request(`/api/users/${user}/profile`, reader)
    if (status !== 200) return { status, profile: undefined }
    // A schema drops unknown fields; the response must have none.
    expect(publicProfileResponse.parse(json())).toEqual(json())
    return { status, profile: publicProfileResponse.parse(json()) }
  }
}

test('a profile has the person, the standing, the projects and the latest activity', async () => {
  const ask = await after(
    ada1.submitted({ projectName: 'Engine' }),
    ada1.approved('Root'),
    ada1.rated('Root', equalCriteria(4)),
    ada2.submitted({ projectName: 'Notes' }),
  )
  const { profile } = await ask(userIdOf('Ada'))
  expect(profile).toMatchObject({
    person: { id: userIdOf('Ada'), name: 'Ada', username: 'Ada_L', role: 'participant' },
    standing: { rank: 1, totalParticipants: 2, totalPoints: 50, projectsSubmitted: 2, streak: 2 },
    projects: [
      { projectName: 'Notes', status: 'submitted', day: 2 },
      { projectName: 'Engine', status: 'approved', day: 1, averageRating: 4, ratingCount: 1 },
    ],
  })
  expect(profile?.activities.map(({ what }) => what)).toEqual([
    'submitted',
    'rated',
    'approved',
    'submitted',
    'joined',
  ])
})

test('a profile is found by its username in any case, and not by a part of it or an earlier one', async () => {
  const renamed = ada.event('ProfileChanged', { username: 'Countess' })
  const ask = await after()
  expect((await ask('ADA_l')).profile?.person.id).toBe(userIdOf('Ada'))
  expect((await ask('ada')).status).toBe(404)
  const askLater = await after(renamed)
  expect((await askLater('countess')).profile?.person.id).toBe(userIdOf('Ada'))
  expect((await askLater('Ada_L')).status).toBe(404)
})

test('bio, location and website are hidden until their owner shows them', async () => {
  const hidden = { bio: '', location: '', website: '' }
  const all = { bio: 'Builds engines.', location: 'London', website: 'https://ada.example.org/' }
  for (const [given, person] of [
    [[], hidden],
    [[shows('bio')], { ...hidden, bio: all.bio }],
    [[shows('bio', 'location', 'website')], all],
    [[shows('bio', 'location', 'website'), shows()], hidden],
  ] as const)
    expect((await (await after(written, ...given))('Ada_L')).profile).toMatchObject({ person })
})

test.each(['inactive', 'pending'] as const)(
  'the texts of an account that is %s are hidden',
  async (status) => {
    const ask = await after(written, shows('bio', 'location'), ada1.submitted(), ada.status(status))
    const { profile } = await ask('Ada_L', 'Root')
    expect(profile).toMatchObject({ person: { bio: '', location: '' }, standing: { rank: null } })
  },
)

test('only admins and the user find the profile of an account that is pending', async () => {
  const ask = await after(ada1.submitted(), ada.status('pending'))
  for (const user of ['Ada_L', userIdOf('Ada')]) {
    expect((await ask(user, 'Bob')).status).toBe(404)
    expect((await ask(user, 'Root')).profile?.person.name).toBe('Ada')
    expect((await ask(user, 'Ada')).profile?.person.name).toBe('Ada')
  }
  const admitted = await after(ada.status('pending'), ada.status('active'))
  expect((await admitted('Ada_L')).status).toBe(200)
})

test.each(['inactive', 'pending'] as const)('an admin who is %s is not shown as one', async (status) => {
  const mona = personEvents('Mona')
  const ask = await after(mona.registered({ role: 'admin' }), mona.status(status))
  expect((await ask(userIdOf('Mona'), 'Root')).profile?.person.role).toBe('participant')
})

test('no profile has an email address', async () => {
  const ask = await after(written, shows('bio', 'location', 'website'), ada1.submitted())
  for (const user of ['Ada_L', userIdOf('Bob'), userIdOf('Root')])
    expect(JSON.stringify((await ask(user)).profile)).not.toContain('@example.org')
})

test("rejected and withdrawn projects are not on a profile, also not on their owner's", async () => {
  const bobs = [projectEvents('Bob', 1), projectEvents('Bob', 2), projectEvents('Bob', 3)] as const
  const ask = await after(
    ...bobs.map((project) => project.submitted()),
    bobs[0].rejected(),
    bobs[1].withdrawn(),
    ada3.submitted(),
  )
  const { profile } = await ask(userIdOf('Bob'))
  expect(profile?.projects.map(({ day }) => day)).toEqual([3])
})

test('an admin has a profile without a standing', async () => {
  const ask = await after()
  expect((await ask(userIdOf('Root'))).profile).toMatchObject({
    person: { role: 'admin' },
    standing: null,
    projects: [],
  })
})

test('a deleted participant keeps the standing and loses the name', async () => {
  const ask = await after(written, shows('bio'), ada1.submitted(), ada.deleted())
  const { profile } = await ask(userIdOf('Ada'))
  expect(profile).toMatchObject({
    person: { name: 'Deleted participant', username: null, avatar: null, bio: '', joinedAt: null },
    standing: { projectsSubmitted: 1 },
    projects: [{ day: 1 }],
  })
  expect(JSON.stringify(profile)).not.toMatch(/Ada|engines/)
  expect((await ask('Ada_L')).status).toBe(404)
})

test.each(['nobody', userIdOf('Nobody'), '__proto__', 'x'.repeat(90), '%20'])(
  'there is no profile of %s',
  async (user) => {
    const ask = await after()
    expect((await ask(user)).status).toBe(404)
  },
)

test('viewers of a profile receive a message about every change on it, and about no other', async () => {
  const { append, time, sent } = await switchingProcess([...people, ada1.submitted()])
  const tells = async (event: GivenEvent) => {
    sent.length = 0
    await append(event)
    await time.advance(200)
    return sent.some(
      ({ room, message }) => room === rooms.profile(userIdOf('Ada')) && message === 'profile.changed',
    )
  }
  expect(await tells(written)).toBe(true)
  expect(await tells(shows('bio'))).toBe(true)
  expect(await tells(ada1.revised({ projectName: 'Other' }))).toBe(true)
  expect(await tells(ada1.rated('Bob', equalCriteria(3)))).toBe(true)
  expect(await tells(ada1.commented('Bob', 1, 'Neat'))).toBe(false)
  expect(await tells(projectEvents('Bob', 1).submitted())).toBe(false)
  expect(await tells(projectEvents('Bob', 1).commented('Ada', 1, 'Nice'))).toBe(true)
  expect(await tells(projectEvents('Bob', 1).commentRemoved('Ada', 1))).toBe(true)
  expect(await tells(ada1.withdrawn())).toBe(true)
  expect(await tells(ada.deleted())).toBe(true)
})
