import { setTimeout as pause } from 'node:timers/promises'
import { appForFile } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { productForFile, type Person } from './testing/product.ts'
import { stars } from './testing/fixtures.ts'

const elsewhere = 'Participant elsewhere'
const deleted = 'Deleted participant'
const reason = 'Spam'

/** The installation that imports the file, and its owner. */
const here = productForFile()
const admin = appForFile(() => here.admin())

const read = async (path: string): Promise<string> => {
  const { status, text } = await here.answer(admin, `GET ${path}`)
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`)
  return text
}

/** A challenge of two people of another installation, whose projects have comments, one of them hidden. Nobody knows its key here. */
const otherProduct = productForFile()
const given = appForFile(async () => {
  const { participant, send, ...product } = otherProduct
  const [ana, ben, reviewer] = [await participant(), await participant(), await product.admin()]
  const projects = [await product.submitProject(ana), await product.submitProject(ben)] as const
  const comment = await product.postComment(ben, projects[0])
  await product.postComment(ana, projects[1])
  await send(reviewer, `PUT /api/projects/${projects[0]}/comments/${comment}/hidden`, { reason })
  const rating = { projectId: projects[0], criteria: stars(4) }
  await send(reviewer, 'POST /api/ratings/submit', { ...rating, feedback: 'Well done, {name}!' })
  await send(ben, 'POST /api/ratings/submit', rating)
  const file = await product.exportBackup(reviewer, await product.createBackup(reviewer))
  const { json } = await here.importBackup(admin, file.bytes)
  // The schema of the response defines this type.
  const { _id } = (json as { backup: { _id: string } }).backup
  const preview = await read(`/api/admin/backups/${_id}/preview`)
  await here.send(admin, `POST /api/admin/restore-backup/${_id}`)
  while (!(await read('/api/admin/history')).includes('"state":"shown"')) await pause(25)
  // The run of the file has its own number here.
  const [ofAna = '', ofBen = ''] = projects.map((id) => id.replace(/^r1-/, 'r2-'))
  return { ana, ofAna, ofBen, comment, preview }
})

test('people of a file who never had an account here are called so, wherever their names are shown', async () => {
  const { ana, ofAna, ofBen } = given
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
  const named = new Map([['the preview', given.preview]])
  for (const place of places) named.set(place, await read(place))
  const shown = [...named].map(([place, text]) => [place, text.includes(elsewhere), text.includes(deleted)])
  // Reviewers are "Somebody elsewhere".
  expect(shown).toEqual([...named.keys()].map((place) => [place, !place.endsWith('/reviews'), false]))
  expect(named.get(`/api/ratings/project/${ofAna}`)).toContain(`Well done, ${elsewhere}!`)
})

test('comments that were hidden when the file was made stay hidden after its import, also in the next file', async () => {
  const local = await here.participant()
  const commentsOn = (id: string, by: Person) => here.send(by, `GET /api/projects/${id}/comments`)
  const hidden = { id: given.comment, hidden: { reason } }
  expect(await commentsOn(given.ofAna, local)).toMatchObject({ comments: [], count: 0 })
  expect(await commentsOn(given.ofAna, admin)).toMatchObject({ comments: [hidden], count: 0 })
  const shown = { author: { name: elsewhere } }
  expect(await commentsOn(given.ofBen, local)).toMatchObject({ comments: [shown], count: 1 })
  const backup = await here.createBackup(admin)
  expect(await read(`/api/admin/backups/${backup}/export`)).toContain('"CommentHidden"')
})

test('files of projects, ratings and standings say that the run was imported, and those of accounts do not', async () => {
  const firstLines = async (kind: string) =>
    (await read(`/api/admin/exports/${kind}?format=csv`)).split('\r\n').slice(0, 2)
  for (const kind of ['projects', 'ratings', 'standings']) {
    const [head, first] = await firstLines(kind)
    expect([kind, head?.endsWith(',"Imported"'), first?.endsWith(',"yes"')]).toEqual([kind, true, true])
    const rows = JSON.parse(await read(`/api/admin/exports/${kind}?format=json`)) as Record<string, unknown[]>
    expect(rows[kind]).toEqual(rows[kind]?.map(() => expect.objectContaining({ imported: true })))
    expect(rows[kind]?.length).toBeGreaterThan(0)
  }
  expect((await firstLines('users'))[0]).not.toContain('Imported')
})
