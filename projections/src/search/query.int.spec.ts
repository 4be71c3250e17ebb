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
    loadPeople: async () => {
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

test('finds participants by any word of name, username and email address, ignoring case', async () => {
  for (const q of ['ada', 'LOVE', 'countess', 'ada.l@example', 'lovelace ad', ' Ada  Lovelace '])
    expect([q, (await runSearch(givenEvents, { q })).people]).toEqual([q, ['Ada Lovelace']])
  expect((await runSearch(givenEvents, { q: 'example' })).people).toEqual([
    'Ada Lovelace',
    'Bob Noyce',
    'Zoë Ångström',
  ])
})

test('finds names with or without accents', async () => {
  for (const q of ['zoe', 'Zoë', 'angstrom', 'Ång'])
    expect([q, (await runSearch(givenEvents, { q })).people]).toEqual([q, ['Zoë Ångström']])
  const named = [personEvents('Lu').registered({ fullName: 'Łukasz Straßer' })]
  for (const q of ['lukasz', 'Łukasz', 'strasser'])
    expect([q, (await runSearch(named, { q })).people]).toEqual([q, ['Łukasz Straßer']])
})

test('a project names its participant with the username, which tells people with one name apart', async () => {
  const { response } = await runSearch(givenEvents, { q: 'station' })
  expect(response.projects.map(({ user }) => user)).toEqual([
    { _id: userIdOf('Ada'), fullName: 'Ada Lovelace', username: 'countess' },
  ])
})

test('does not find admins', async () => {
  expect((await runSearch(givenEvents, { q: 'root' })).people).toEqual([])
})

test('finds projects by name: exact matches first, then prefixes, then the newest', async () => {
  expect((await runSearch(givenEvents, { q: 'weather' })).projects).toEqual([
    'Weather (Bob Noyce)',
    'Weather Station (Ada Lovelace)',
    'My weather (Ada Lovelace)',
  ])
  expect((await runSearch(givenEvents, { q: 'weather', limit: 1 })).projects).toEqual(['Weather (Bob Noyce)'])
  expect((await runSearch(givenEvents, { q: 'коле' })).projects).toEqual(['Колесо (Zoë Ångström)'])
  expect((await runSearch(givenEvents, { q: 'ather' })).projects).toEqual([])
})

test('finds projects by the name of the participant, and by both names together', async () => {
  expect((await runSearch(givenEvents, { q: 'lovelace' })).projects).toEqual([
    'My weather (Ada Lovelace)',
    'Weather Station (Ada Lovelace)',
  ])
  expect((await runSearch(givenEvents, { q: 'ada station' })).projects).toEqual([
    'Weather Station (Ada Lovelace)',
  ])
  expect((await runSearch(givenEvents, { q: 'bob station' })).projects).toEqual([])
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

test('finds nothing for a query without a word', async () => {
  for (const q of ['', '   ', '@', '%', '.*'])
    expect((await runSearch(givenEvents, { q })).response).toMatchObject({ participants: [], projects: [] })
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

test('finds a full name among many participants who share a part of it', async () => {
  const others = Array.from({ length: 120 }, (_, index) =>
    personEvents(`A${index}`).registered({
      fullName: index % 2 ? `Maria ${'xyz'.charAt(index % 3)}` : `Kim Silva ${index}`,
    }),
  )
  const all = [...others, personEvents('Zzzzzz').registered({ fullName: 'Maria Silva Costa' })]
  for (const q of ['maria silva', 'Maria Sil', 'maria silva costa'])
    expect([q, (await runSearch(all, { q })).people]).toEqual([q, ['Maria Silva Costa']])
})

test('finds participants and projects by any word of a long name', async () => {
  const long = 'Juan Carlos Alberto Maria de la Cruz Garcia Lopez Ortega'
  const name = 'A small but quite useful tool that keeps my kanban cards tidy'
  const all = [
    personEvents('Juan').registered({ fullName: long }),
    projectEvents('Juan', 1).submitted({ projectName: name }),
  ]
  expect((await runSearch(all, { q: 'juan ortega' })).people).toEqual([long])
  expect((await runSearch(all, { q: 'kanban' })).projects).toEqual([`${name} (${long})`])
})
