import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { searchResponse, searchQuery } from '@thirty/contracts/operations/search-api.ts'
import { expect, test } from 'vitest'
import {
  personEvents,
  projectEvents,
  type GivenEvent,
  userIdOf,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { deletedPeopleProjection } from './deleted-people/projection.ts'
import { peopleProjection } from './people/projection.ts'
import { cardLoader } from './projects/card-loader.ts'
import { projectSearchResults } from './projects/lookups.ts'
import { projectsProjection } from './projects/projection.ts'
import { searchQueries } from './search/query.ts'

const projects = projectsProjection(firstHistory)

async function runSearch(givenEvents: GivenEvent[], query: Record<string, unknown>) {
  let loadedCount = 0
  const store = await storeAfter([peopleProjection, projects, deletedPeopleProjection], givenEvents)
  const ofProjects = { store, readModel: projects }
  const loadProjects = projectSearchResults(ofProjects)
  const search = searchQueries({
    store,
    readModels: { people: peopleProjection, projects },
    history: firstHistory,
    loadProjects: (ids) => {
      loadedCount += ids.length
      return loadProjects(ids)
    },
    findPeople: cardLoader(ofProjects).owners,
  })
  const response = searchResponse.parse(await search(searchQuery.parse(query)))
  return {
    people: response.participants.map(({ fullName }) => fullName),
    projects: response.projects.map(({ projectName, user }) => `${projectName} (${user.fullName})`),
    response,
    loadedCount,
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
  for (const q of queries) expect([q, (await runSearch(given, { q })).people]).toEqual([q, expected])
})

const [weather, station, own] = [
  'Weather (Bob Noyce)',
  'Weather Station (Ada Lovelace)',
  'My weather (Ada Lovelace)',
]
test.each<[what: string, query: { q: string; limit?: number }, projects: string[]]>([
  ['an exact match first, then prefixes, then the newest', { q: 'weather' }, [weather, station, own]],
  ['the first of them', { q: 'weather', limit: 1 }, [weather]],
  ['the beginning of a word in any script', { q: 'коле' }, ['Колесо (Zoë Ångström)']],
  ['no part inside a word', { q: 'ather' }, []],
  ['the name of the participant', { q: 'lovelace' }, [own, station]],
  ['both names together', { q: 'ada station' }, [station]],
  ['not the name of another participant', { q: 'bob station' }, []],
  ['no word', { q: '%' }, []],
])('finds projects by %s', async (_, query, expected) => {
  expect((await runSearch(givenEvents, query)).projects).toEqual(expected)
})

test('a project names its participant with the username, which tells people with one name apart', async () => {
  const { response } = await runSearch(givenEvents, { q: 'station' })
  expect(response.projects.map(({ user }) => user)).toEqual([
    { _id: userIdOf('Ada'), fullName: 'Ada Lovelace', username: 'countess' },
  ])
})

test('finds new names, and the old ones no longer', async () => {
  const renamed = [
    ...givenEvents,
    personEvents('Ada').event('ProfileChanged', { fullName: 'Augusta King', username: '' }),
    projectEvents('Ada', 1).revised({ projectName: 'Barometer' }),
  ]
  expect((await runSearch(renamed, { q: 'lovelace' })).people).toEqual([])
  expect((await runSearch(renamed, { q: 'countess' })).people).toEqual([])
  expect((await runSearch(renamed, { q: 'augusta' })).people).toEqual(['Augusta King'])
  expect((await runSearch(renamed, { q: 'station' })).projects).toEqual([])
  expect((await runSearch(renamed, { q: 'baro' })).projects).toEqual(['Barometer (Augusta King)'])
})

test('finds neither withdrawn projects nor deleted accounts', async () => {
  const gone = [...givenEvents, projectEvents('Bob', 1).withdrawn(), personEvents('Ada').deleted()]
  expect((await runSearch(gone, { q: 'ada' })).people).toEqual([])
  expect((await runSearch(gone, { q: 'weather' })).projects).toEqual([
    'Weather Station (Deleted participant)',
    'My weather (Deleted participant)',
  ])
  expect((await runSearch(gone, { q: 'lovelace weather' })).projects).toEqual([])
})

test('finds the newest projects for a common word, and loads a limited number of them', async () => {
  const same = Array.from({ length: 900 }, (_, index) =>
    projectEvents(`U${Math.floor(index / 30)}`, (index % 30) + 1).submitted({
      projectName: `App ${index}`,
    }),
  )
  const { projects, loadedCount } = await runSearch(same, { q: 'app', limit: 20 })
  expect(projects).toHaveLength(20)
  expect(projects[0]).toContain('App 899')
  expect(loadedCount).toBeLessThanOrEqual(250)
})

const manyAccounts = Array.from({ length: 2_100 }, (_, index) =>
  personEvents(`N${index}`).registered({
    fullName: `Anna ${index}`,
    username: undefined,
    email: `anna${index}@example.com`,
  }),
)

test('finds a name and a project that begin like a part of thousands of email addresses', async () => {
  const given = [
    ...manyAccounts,
    personEvents('Jan').registered({ fullName: 'Comenius, Jan', email: 'jan@example.com' }),
    projectEvents('Jan', 1).submitted({ projectName: 'My compass' }),
  ]
  const { people, projects } = await runSearch(given, { q: 'com' })
  expect(people[0]).toBe('Comenius, Jan')
  expect(people.length).toBeGreaterThan(1)
  expect(projects).toEqual(['My compass (Comenius, Jan)'])
  expect((await runSearch(given, { q: 'anna77@example.com' })).people[0]).toBe('Anna 77')
})
