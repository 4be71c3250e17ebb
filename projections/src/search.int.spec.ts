import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { searchEndpoints } from '@thirty/contracts/operations/search-api.ts'
import { expect, test } from 'vitest'
import {
  challengeEvent,
  personEvents,
  projectEvents,
  type GivenEvent,
  userIdOf,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { askAfter } from '@thirty/projections/testing/read-model-server.ts'
import { peopleProjection } from './people/projection.ts'
import { projectsProjection } from './projects/projection.ts'
import { searchQuery } from './search/query.ts'
import { contextWith } from '@thirty/projections/testing/run-context.ts'

/** Returns a function that searches after these events. It returns the names of people, and projects with the names of their owners. */
async function searchAfter(given: readonly GivenEvent[]) {
  const ask = await askAfter([...given, personEvents('Admin').registered({ role: 'admin' })])
  return async (q: string, limit?: number) => {
    const { participants, projects } = await ask(searchEndpoints.search, 'Admin', { q, limit })
    return {
      people: participants.map(({ fullName }) => fullName),
      projects: projects.map(({ projectName, user }) => `${projectName} (${user.fullName})`),
      users: projects.map(({ user }) => user),
    }
  }
}

const people = [
  personEvents('Ada').registered({
    fullName: 'Ada Lovelace',
    username: 'countess',
    email: 'ada.l@example.org',
  }),
  personEvents('Bob').registered({ fullName: 'Bob Noyce' }),
  personEvents('Zoe').registered({
    fullName: 'Zoë Ångström',
    username: undefined,
    email: 'z@uppsala.example',
  }),
  personEvents('Root').registered({ fullName: 'Ada Root', role: 'admin' }),
]
const givenEvents = [
  ...people,
  projectEvents('Ada', 1).submitted({ projectName: 'Weather Station' }),
  projectEvents('Bob', 1).submitted({ projectName: 'Weather' }),
  projectEvents('Ada', 2).submitted({ projectName: 'My weather' }),
  projectEvents('Zoe', 1).submitted({ projectName: 'Колесо' }),
]

const everybody = ['Ada Lovelace', 'Bob Noyce', 'Zoë Ångström']
const polish = [personEvents('Lu').registered({ fullName: 'Łukasz Straßer' })]
const longName = 'Juan Carlos Alberto Maria de la Cruz Garcia Lopez Ortega'
const manyPeople = [
  personEvents('Juan').registered({ fullName: longName }),
  ...Array.from({ length: 120 }, (_, index) =>
    personEvents(`A${index}`).registered({
      fullName: index % 2 ? `Maria ${'xyz'.charAt(index % 3)}` : `Kim Silva ${index}`,
    }),
  ),
  personEvents('Zzzzzz').registered({ fullName: 'Maria Silva Costa' }),
]

test.each<[what: string, queries: string[], people: string[], given?: GivenEvent[]]>([
  [
    'any word of name, username and email address, ignoring case',
    ['ada', 'LOVE', 'countess', 'ada.l@example', 'lovelace ad', ' Ada  Lovelace '],
    ['Ada Lovelace'],
  ],
  ['a word of all email addresses', ['example'], everybody],
  ['a name with or without accents', ['zoe', 'Zoë', 'angstrom', 'Ång'], ['Zoë Ångström']],
  ['letters with strokes', ['lukasz', 'Łukasz', 'strasser'], ['Łukasz Straßer'], polish],
  ['the name of an admin, who is not found', ['root'], []],
  ['no word', ['', '   ', '@', '%', '.*'], []],
  [
    'a full name that many share in part',
    ['maria silva', 'Maria Sil', 'maria silva costa'],
    ['Maria Silva Costa'],
    manyPeople,
  ],
  ['the first and the last word of a long name', ['juan ortega'], [longName], manyPeople],
])('finds participants by %s', async (_, queries, expected, given = givenEvents) => {
  const search = await searchAfter(given)
  for (const q of queries) expect([q, (await search(q)).people]).toEqual([q, expected])
})

const [weather, station, own] = [
  'Weather (Bob Noyce)',
  'Weather Station (Ada Lovelace)',
  'My weather (Ada Lovelace)',
]
test.each<[what: string, q: string, projects: string[], limit?: number]>([
  ['an exact match first, then prefixes, then the newest', 'weather', [weather, station, own]],
  ['the first of them', 'weather', [weather], 1],
  ['the beginning of a word in any script', 'коле', ['Колесо (Zoë Ångström)']],
  ['no part inside a word', 'ather', []],
  ['the name of the participant', 'lovelace', [own, station]],
  ['both names together', 'ada station', [station]],
  ['not the name of another participant', 'bob station', []],
  ['no word', '%', []],
])('finds projects by %s', async (_, q, expected, limit) => {
  expect((await (await searchAfter(givenEvents))(q, limit)).projects).toEqual(expected)
})

test('a project names its participant with the username, which tells people with one name apart', async () => {
  expect((await (await searchAfter(givenEvents))('station')).users).toEqual([
    { _id: userIdOf('Ada'), fullName: 'Ada Lovelace', username: 'countess' },
  ])
})

test('finds new names, and the old ones no longer', async () => {
  const search = await searchAfter([
    ...givenEvents,
    personEvents('Ada').event('ProfileChanged', { fullName: 'Augusta King', username: '' }),
    projectEvents('Ada', 1).revised({ projectName: 'Barometer' }),
  ])
  for (const q of ['lovelace', 'countess', 'station'])
    expect(await search(q)).toMatchObject({ people: [], projects: [] })
  expect((await search('augusta')).people).toEqual(['Augusta King'])
  expect((await search('baro')).projects).toEqual(['Barometer (Augusta King)'])
})

test('finds neither withdrawn projects nor deleted accounts', async () => {
  const gone = [projectEvents('Bob', 1).withdrawn(), personEvents('Ada').deleted()]
  const search = await searchAfter([...givenEvents, ...gone])
  expect((await search('ada')).people).toEqual([])
  expect((await search('weather')).projects).toEqual([
    'Weather Station (Deleted participant)',
    'My weather (Deleted participant)',
  ])
  expect((await search('lovelace weather')).projects).toEqual([])
})

test('finds projects of the run that is shown only', async () => {
  const search = await searchAfter([
    ...givenEvents,
    challengeEvent('ChallengeReset', { run: 2, backup: 'b1' }),
    projectEvents('Ada', 1, 2).submitted({ projectName: 'New weather' }),
  ])
  for (const q of ['weather', 'lovelace'])
    expect((await search(q)).projects).toEqual(['New weather (Ada Lovelace)'])
})

test('finds the newest projects for a common word, and loads a limited number of them', async () => {
  const same = Array.from({ length: 900 }, (_, index) =>
    projectEvents(`U${Math.floor(index / 30)}`, (index % 30) + 1).submitted(),
  )
  const projects = projectsProjection(firstHistory)
  const loaded: string[] = []
  const context = contextWith({
    store: await storeAfter([peopleProjection, projects], same),
    readModels: { people: peopleProjection, projects },
    history: firstHistory,
    projectSummaries: async (ids: Iterable<string>) => {
      loaded.push(...ids)
      return new Map()
    },
    personSummaries: async () => (id: string) => ({ id, name: '', username: null, avatar: null }),
    positionOf: async () => ({ position: '0', epoch: 'e1' }),
  })
  await searchQuery(context)({ query: { q: 'kanban', limit: 20 } })
  expect(loaded[0]).toBe(projectEvents('U29', 30).id)
  expect(loaded.length).toBeLessThanOrEqual(250)
})

test('finds a name and a project that begin like a part of thousands of email addresses', async () => {
  const search = await searchAfter([
    ...Array.from({ length: 2_100 }, (_, index) =>
      personEvents(`N${index}`).registered({
        fullName: `Anna ${index}`,
        username: undefined,
        email: `anna${index}@example.com`,
      }),
    ),
    personEvents('Jan').registered({ fullName: 'Comenius, Jan', email: 'jan@example.com' }),
    projectEvents('Jan', 1).submitted({ projectName: 'My compass' }),
  ])
  const { people, projects } = await search('com')
  expect(people[0]).toBe('Comenius, Jan')
  expect(people.length).toBeGreaterThan(1)
  expect(projects).toEqual(['My compass (Comenius, Jan)'])
  expect((await search('anna77@example.com')).people[0]).toBe('Anna 77')
})
