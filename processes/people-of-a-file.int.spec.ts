import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import {
  createBackup,
  exportBackup,
  importBackup,
  postComment,
  stars,
  submitProject,
} from './testing/scenario.ts'
import { productForFile, startTestProduct, type Person } from './testing/product.ts'

const elsewhere = 'Participant elsewhere'
const deleted = 'Deleted participant'
const reason = 'Spam'

/** The installation that imports the file, its owner, and a participant who has joined there. */
const here = productForFile()
let admin: Person
let local: Person
/** Two participants of another installation, the projects of both, and a hidden comment on the first one. */
let people: readonly [Person, Person]
let projects: readonly [string, string]
let comment: string
let preview: string

const read = async (path: string, by = admin): Promise<string> => {
  const { status, text } = await here.ask({ method: 'GET', path, token: by.token })
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`)
  return text
}
const untilShown = async () => {
  while (!(await read('/api/admin/history')).includes('"state":"shown"')) await pause(25)
}

/** Returns the file of a challenge of two people. Nobody else knows the key that has signed it. */
async function fileFromElsewhere(): Promise<Buffer> {
  const product = await startTestProduct()
  try {
    const reviewer = await product.admin()
    people = [await product.participant(), await product.participant()]
    const [ana, ben] = people
    projects = [await submitProject(product, ana, 1), await submitProject(product, ben, 1)]
    const [ofAna] = projects
    comment = await postComment(product, ben, ofAna)
    await postComment(product, ana, projects[1])
    await product.send(reviewer, `PUT /api/projects/${ofAna}/comments/${comment}/hidden`, { reason })
    const rating = { projectId: ofAna, criteria: stars(4) }
    await product.send(reviewer, 'POST /api/ratings/submit', { ...rating, feedback: 'Well done, {name}!' })
    await product.send(ben, 'POST /api/ratings/submit', rating)
    return (await exportBackup(product, reviewer, await createBackup(product, reviewer))).bytes
  } finally {
    await product.close()
  }
}

beforeAll(async () => {
  const file = await fileFromElsewhere()
  ;[admin, local] = [await here.admin(), await here.participant()]
  const { json } = await importBackup(here, admin, file)
  // The schema of the response defines this type.
  const { _id } = (json as { backup: { _id: string } }).backup
  preview = await read(`/api/admin/backups/${_id}/preview`)
  // The run of the file has its own number here.
  projects = [projects[0].replace(/^r1-/, 'r2-'), projects[1].replace(/^r1-/, 'r2-')]
  await here.send(admin, `POST /api/admin/restore-backup/${_id}`)
  await untilShown()
})

test('people of a file who never had an account here are called so, wherever their names are shown', async () => {
  const [ana] = people
  const [ofAna, ofBen] = projects
  // The schema of the response defines this type.
  const { position } = JSON.parse(await read('/api/leaderboard/leaderboard')) as { position: string }
  const places = [
    '/api/leaderboard/leaderboard',
    `/api/leaderboard/leaderboard?at=${position}`,
    '/api/leaderboard/leaderboard?search=elsewhere',
    '/api/projects/all',
    `/api/projects/${ofAna}`,
    `/api/projects/${ofBen}/comments`,
    `/api/ratings/project/${ofAna}`,
    `/api/users/${ana.id}/profile`,
    '/api/community/feed',
    '/api/community/all-data',
    '/api/admin/search?q=tomato',
    '/api/admin/statistics/reviews',
    ...['projects', 'ratings', 'standings'].flatMap((kind) =>
      ['csv', 'json'].map((format) => `/api/admin/exports/${kind}?format=${format}`),
    ),
  ]
  const named = new Map([['the preview', preview]])
  for (const place of places) named.set(place, await read(place))
  const shown = [...named].map(([place, text]) => [place, text.includes(elsewhere), text.includes(deleted)])
  // Reviewers are "Somebody elsewhere".
  expect(shown).toEqual([...named.keys()].map((place) => [place, !place.endsWith('/reviews'), false]))
  expect(named.get(`/api/ratings/project/${ofAna}`)).toContain(`Well done, ${elsewhere}!`)
})

test('comments that were hidden when the file was made stay hidden after its import, also in the next file', async () => {
  const path = `/api/projects/${projects[0]}/comments`
  expect(await here.send(local, `GET ${path}`)).toMatchObject({ comments: [], count: 0 })
  expect(await here.send(admin, `GET ${path}`)).toMatchObject({
    comments: [{ id: comment, hidden: { reason } }],
    count: 0,
  })
  expect(await here.send(local, `GET /api/projects/${projects[1]}/comments`)).toMatchObject({
    comments: [{ author: { name: elsewhere } }],
    count: 1,
  })
  const backup = await createBackup(here, admin)
  expect(await read(`/api/admin/backups/${backup}/export`)).toContain('"CommentHidden"')
})

test('files of projects, ratings and standings say that the run was imported, and those of accounts do not', async () => {
  const firstLines = async (kind: string) =>
    (await read(`/api/admin/exports/${kind}?format=csv`)).split('\r\n').slice(0, 2)
  for (const kind of ['projects', 'ratings', 'standings']) {
    const [head, first] = await firstLines(kind)
    expect([kind, head, first]).toEqual([
      kind,
      expect.stringMatching(/,"Imported"$/),
      expect.stringMatching(/,"yes"$/),
    ])
    const rows = JSON.parse(await read(`/api/admin/exports/${kind}?format=json`)) as Record<string, unknown[]>
    expect(rows[kind]).toEqual(rows[kind]?.map(() => expect.objectContaining({ imported: true })))
    expect(rows[kind]?.length).toBeGreaterThan(0)
  }
  expect((await firstLines('users'))[0]).not.toContain('Imported')
})
