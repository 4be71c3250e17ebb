import { firstHistory } from '@thirty/contracts/rules/history.ts'
import { searchResponse, searchQuery } from '@thirty/contracts/api/admin/search.ts'
import { projectStream } from '@thirty/contracts/rules/streams/project-id.ts'
import { expect, test } from 'vitest'
import {
  documentsAfter,
  personEvents,
  projectEvents,
  storeAfter,
  type GivenEvent,
  userIdOf,
} from '@thirty/projections/testing/event-builders.ts'
import { searchQueries } from './query.ts'
import { searchProjection, userOfDocumentId, wordDocumentId } from './projection.ts'

const projection = searchProjection(firstHistory)

/** Runs a search. Its fake of the projects read model uses the last event of each project. */
async function runSearch(givenEvents: GivenEvent[], query: Record<string, unknown>) {
  const projectsById = new Map<string, { projectName: string; position: number }>()
  givenEvents.forEach(({ stream, type, data }, index) => {
    if (!stream.startsWith('project-')) return
    const id = stream.slice('project-'.length)
    if (type === 'ProjectWithdrawn') projectsById.delete(id)
    // All other events of projects in this spec are submissions and revisions.
    else projectsById.set(id, { projectName: (data as { projectName: string }).projectName, position: index })
  })
  let loadedCount = 0
  const search = searchQueries({
    store: await storeAfter([projection], givenEvents),
    readModel: projection,
    history: firstHistory,
    loadProjects: async (ids) => {
      loadedCount += ids.length
      return ids.flatMap((id) => {
        const project = projectsById.get(id)
        const [, day, owner] = /^r\d+-d(\d+)-(.+)$/.exec(id) ?? []
        if (project === undefined || owner === undefined) return []
        const position = String(project.position).padStart(20, '0')
        return [{ ...project, id, owner, day: Number(day), status: 'submitted', thumbnail: null, position }]
      })
    },
    findPeople: async () => {
      const documents = documentsAfter(projection, givenEvents)
      return new Map(
        [...documents].flatMap(([id, document]) =>
          document.kind === 'person'
            ? [
                [
                  userOfDocumentId(id),
                  { fullName: document.fullName, username: document.username, picture: null },
                ],
              ]
            : [],
        ),
      )
    },
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
  expect(JSON.stringify([...documentsAfter(projection, gone)])).not.toMatch(/lovelace|countess/i)
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

test('a word lists each project once, and none of another run', () => {
  const words = documentsAfter(projection, [
    projectEvents('Ada', 1).submitted({ projectName: 'Chess chess' }),
    projectEvents('Ada', 1).revised({ projectName: 'Chess!' }),
    projectEvents('Ada', 1, 2).submitted({ projectName: 'Chess' }),
    { stream: projectStream('nonsense'), run: 1, type: 'ProjectSubmitted', data: { projectName: 'Chess' } },
    { ...projectEvents('Ada', 1).withdrawn(), type: 'ProjectSung' },
  ])
  expect([...words]).toEqual([
    [wordDocumentId('chess'), { kind: 'word', projects: projectEvents('Ada', 1).id }],
  ])
})
