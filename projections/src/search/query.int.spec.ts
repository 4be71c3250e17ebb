import { searchResponse, searchQuery } from '@thirty/contracts/api/admin/search.ts'
import { projectStream } from '@thirty/contracts/rules/streams/project-id.ts'
import { expect, test } from 'vitest'
import {
  documentsAfter,
  userIdOf,
  personEvents,
  projectEvents,
  storeAfter,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { searchQueries } from './query.ts'
import { searchProjection, wordDocumentId } from './projection.ts'

const view = searchProjection(1)
const deleted = (name: string): GivenEvent => ({
  stream: `deleted-${userIdOf(name)}`,
  type: 'AccountDeleted',
  data: {
    role: 'participant',
    status: 'active',
    registered: { at: '2026-01-05T12:00:00.000Z', position: '1' },
  },
})

/** What the search finds. Projects are as their last event left them, as their own view would tell. */
async function searched(story: GivenEvent[], query: Record<string, unknown>) {
  const present = new Map<string, { projectName: string; position: number }>()
  story.forEach(({ stream, type, data }, at) => {
    if (!stream.startsWith('project-')) return
    const id = stream.slice('project-'.length)
    if (type === 'ProjectWithdrawn') present.delete(id)
    // Only submissions and revisions are told otherwise.
    else present.set(id, { projectName: (data as { projectName: string }).projectName, position: at })
  })
  let looked = 0
  const search = searchQueries({
    store: await storeAfter([view], story),
    readModel: view,
    run: 1,
    loadProjects: async (ids) => {
      looked += ids.length
      return ids.flatMap((id) => {
        const project = present.get(id)
        const [, day, owner] = /^r\d+-d(\d+)-(.+)$/.exec(id) ?? []
        if (project === undefined || owner === undefined) return []
        const position = String(project.position).padStart(20, '0')
        return [{ ...project, id, owner, day: Number(day), status: 'submitted', thumbnail: null, position }]
      })
    },
    loadProfileImages: async () => new Map(),
  })
  const answer = searchResponse.parse(await search(searchQuery.parse(query)))
  return {
    people: answer.participants.map(({ fullName }) => fullName),
    projects: answer.projects.map(({ projectName, user }) => `${projectName} (${user.fullName})`),
    answer,
    looked,
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
const story = [
  ...people,
  projectEvents('Ada', 1).submitted({ projectName: 'Weather Station' }),
  projectEvents('Bob', 1).submitted({ projectName: 'Weather' }),
  projectEvents('Ada', 2).submitted({ projectName: 'My weather' }),
  projectEvents('Zoe', 1).submitted({ projectName: 'Колесо' }),
]

test('participants are found by name, username and address, from any word on, whatever the case', async () => {
  for (const q of ['ada', 'LOVE', 'countess', 'ada.l@example', 'lovelace ad', ' Ada  Lovelace '])
    expect([q, (await searched(story, { q })).people]).toEqual([q, ['Ada Lovelace']])
  expect((await searched(story, { q: 'example' })).people).toEqual([
    'Ada Lovelace',
    'Bob Noyce',
    'Zoë Ångström',
  ])
})

test('accents and their absence find the same', async () => {
  for (const q of ['zoe', 'Zoë', 'angstrom', 'Ång'])
    expect([q, (await searched(story, { q })).people]).toEqual([q, ['Zoë Ångström']])
  const named = [personEvents('Lu').registered({ fullName: 'Łukasz Straßer' })]
  for (const q of ['lukasz', 'Łukasz', 'strasser'])
    expect([q, (await searched(named, { q })).people]).toEqual([q, ['Łukasz Straßer']])
})

test('admins are no participants', async () => {
  expect((await searched(story, { q: 'root' })).people).toEqual([])
})

test('projects are found by name: the exact first, then those that begin so, then the newest', async () => {
  expect((await searched(story, { q: 'weather' })).projects).toEqual([
    'Weather (Bob Noyce)',
    'Weather Station (Ada Lovelace)',
    'My weather (Ada Lovelace)',
  ])
  expect((await searched(story, { q: 'weather', limit: 1 })).projects).toEqual(['Weather (Bob Noyce)'])
  expect((await searched(story, { q: 'коле' })).projects).toEqual(['Колесо (Zoë Ångström)'])
  expect((await searched(story, { q: 'ather' })).projects).toEqual([])
})

test('projects are found by their participant, and by both together', async () => {
  expect((await searched(story, { q: 'lovelace' })).projects).toEqual([
    'My weather (Ada Lovelace)',
    'Weather Station (Ada Lovelace)',
  ])
  expect((await searched(story, { q: 'ada station' })).projects).toEqual(['Weather Station (Ada Lovelace)'])
  expect((await searched(story, { q: 'bob station' })).projects).toEqual([])
})

test('a new name is found, the old one no more', async () => {
  const renamed = [
    ...story,
    personEvents('Ada').event({ type: 'ProfileChanged', data: { fullName: 'Augusta King', username: '' } }),
    projectEvents('Ada', 1).revised({ projectName: 'Barometer' }),
  ]
  expect((await searched(renamed, { q: 'lovelace' })).people).toEqual([])
  expect((await searched(renamed, { q: 'countess' })).people).toEqual([])
  expect((await searched(renamed, { q: 'augusta' })).people).toEqual(['Augusta King'])
  expect((await searched(renamed, { q: 'station' })).projects).toEqual([])
  expect((await searched(renamed, { q: 'baro' })).projects).toEqual(['Barometer (Augusta King)'])
})

test('what was withdrawn is not found, and who deleted the account neither, by nothing that is left', async () => {
  const gone = [...story, projectEvents('Bob', 1).withdrawn(), deleted('Ada')]
  expect((await searched(gone, { q: 'ada' })).people).toEqual([])
  expect((await searched(gone, { q: 'weather' })).projects).toEqual([
    'Weather Station (Deleted participant)',
    'My weather (Deleted participant)',
  ])
  expect((await searched(gone, { q: 'lovelace weather' })).projects).toEqual([])
  expect(JSON.stringify([...documentsAfter(view, gone)])).not.toMatch(/lovelace|countess/i)
})

test('nothing is found for no word', async () => {
  for (const q of ['', '   ', '@', '%', '.*'])
    expect((await searched(story, { q })).answer).toMatchObject({ participants: [], projects: [] })
})

test('among many words that begin alike the right ones are found', async () => {
  const many = Array.from({ length: 300 }, (_, at) =>
    projectEvents(`P${at % 30}`, (at % 30) + 1).revised({
      projectName: `project${String(at).padStart(3, '0')}`,
    }),
  )
  const started = many.map((told) => ({ ...told, type: 'ProjectSubmitted' }))
  expect((await searched(started, { q: 'project29' })).projects).toHaveLength(6)
  expect((await searched(started, { q: 'project299' })).projects).toHaveLength(1)
  expect((await searched(started, { q: 'project3' })).projects).toEqual([])
})

test('of a word that all use the newest are found, and no search looks at more than a few hundred', async () => {
  const same = Array.from({ length: 900 }, (_, at) => {
    const told = projectEvents(`U${Math.floor(at / 30)}`, (at % 30) + 1).submitted({
      projectName: `App ${at}`,
    })
    return told
  })
  const { projects, looked } = await searched(same, { q: 'app', limit: 20 })
  expect(projects).toHaveLength(20)
  expect(projects[0]).toContain('App 899')
  expect(looked).toBeLessThanOrEqual(250)
})

test('a word keeps each project once, and none of another run', () => {
  const words = documentsAfter(view, [
    projectEvents('Ada', 1).submitted({ projectName: 'Chess chess' }),
    projectEvents('Ada', 1).revised({ projectName: 'Chess!' }),
    projectEvents('Ada', 1, 2).submitted({ projectName: 'Chess' }),
    { stream: projectStream('nonsense'), type: 'ProjectSubmitted', data: { projectName: 'Chess' } },
    { ...projectEvents('Ada', 1).withdrawn(), type: 'ProjectSung' },
  ])
  expect([...words]).toEqual([
    [wordDocumentId('chess'), { kind: 'word', projects: [projectEvents('Ada', 1).id] }],
  ])
})

test('a full name is found among many who share either half of it', async () => {
  const crowd = Array.from({ length: 120 }, (_, at) =>
    personEvents(`A${at}`).registered({
      fullName: at % 2 ? `Maria ${'xyz'.charAt(at % 3)}` : `Kim Silva ${at}`,
    }),
  )
  const all = [...crowd, personEvents('Zzzzzz').registered({ fullName: 'Maria Silva Costa' })]
  for (const q of ['maria silva', 'Maria Sil', 'maria silva costa'])
    expect([q, (await searched(all, { q })).people]).toEqual([q, ['Maria Silva Costa']])
})

test('whoever has a long name is found by all of it, and so is a project', async () => {
  const long = 'Juan Carlos Alberto Maria de la Cruz Garcia Lopez Ortega'
  const name = 'A small but quite useful tool that keeps my kanban cards tidy'
  const all = [
    personEvents('Juan').registered({ fullName: long }),
    projectEvents('Juan', 1).submitted({ projectName: name }),
  ]
  expect((await searched(all, { q: 'juan ortega' })).people).toEqual([long])
  expect((await searched(all, { q: 'kanban' })).projects).toEqual([`${name} (${long})`])
})
