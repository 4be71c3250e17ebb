import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rooms } from '@thirty/contracts/live.ts'
import { openSocket } from '@thirty/infra/testing/live/socket-client.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDiscussion, postComment, postReply, submitProject } from './testing/scenario.ts'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'

// The tests start a whole product.
vi.setConfig({ testTimeout: 60_000 })

const reason = 'Advertising'

async function setUp(settings: Record<string, string> = {}) {
  const product = await startTestProduct(settings)
  onTestFinished(() => product.close())
  const [owner, author, other, admin] = [
    await product.participant(),
    await product.participant(),
    await product.participant(),
    await product.admin(),
  ]
  const project = await submitProject(product, owner)
  const comment = await postComment(product, author, project)
  const discussion = await openDiscussion(product, author)
  const reply = await postReply(product, author, discussion)
  const paths = {
    comment: `/api/projects/${project}/comments/${comment}/hidden`,
    discussion: `/api/community/discussions/${discussion}/hidden`,
    reply: `/api/community/discussions/${discussion}/replies/${reply}/hidden`,
  }
  return { product, owner, author, other, admin, project, comment, discussion, reply, paths }
}

async function ask(product: TestProduct, by: Person, method: string, path: string, body?: unknown) {
  const { status, json } = await product.ask({ method, path, token: by.token, body })
  return { status, json }
}

/** What the lists have in common, as far as the tests read them; other specs check the responses. */
type Listed = {
  comments?: unknown
  count?: number
  discussion?: { hidden?: unknown; replies: number }
  replies?: unknown
  discussions?: unknown
  items?: { what: string }[]
  notifications?: { kind: string }[]
  projects?: { comments: number }[]
}

/** What a person finds of the texts: lists, counts, feed and notifications. */
async function found({ product, project, discussion }: Awaited<ReturnType<typeof setUp>>, by: Person) {
  const get = async (path: string) => (await ask(product, by, 'GET', path)).json as Listed
  const { comments, count } = await get(`/api/projects/${project}/comments`)
  const open = await get(`/api/community/discussions/${discussion}`)
  const list = await get('/api/community/discussions')
  const { items = [] } = await get('/api/community/feed')
  const { notifications = [] } = await get('/api/notifications')
  const { projects } = await get('/api/projects/my-projects')
  return {
    comments,
    count,
    discussion: open.discussion,
    replies: open.replies,
    listed: list.discussions,
    listCount: list.count,
    feed: items.map(({ what }) => what).filter((what) => ['commented', 'discussed'].includes(what)),
    notified: notifications.some(({ kind }) => kind === 'commented'),
    cards: projects?.map((card) => card.comments),
  }
}

test('a hidden text is gone for everybody but its author and moderators, who read why, until it is shown again', async () => {
  const setup = await setUp()
  const { product, owner, author, other, admin, paths } = setup
  const before = await found(setup, other)
  expect(before).toMatchObject({ count: 1, listCount: 1, feed: ['discussed', 'commented'] })
  expect(await found(setup, owner)).toMatchObject({ notified: true, cards: [1] })
  for (const path of [paths.reply, paths.comment, paths.discussion])
    expect(await ask(product, admin, 'PUT', path, { reason })).toMatchObject({ status: 200 })

  expect(await found(setup, other)).toMatchObject({
    comments: [],
    count: 0,
    discussion: undefined,
    listed: [],
    listCount: 0,
    feed: [],
  })
  expect(await found(setup, owner)).toMatchObject({ notified: false, cards: [0] })
  const forAuthor = { reason, at: expect.any(String) }
  expect(await found(setup, author)).toMatchObject({
    comments: [{ hidden: forAuthor }],
    count: 0,
    discussion: { hidden: forAuthor, replies: 0 },
    replies: [{ hidden: forAuthor }],
  })
  const forAdmin = { ...forAuthor, by: 'Somebody' }
  expect(await found(setup, admin)).toMatchObject({
    comments: [{ hidden: forAdmin }],
    discussion: { hidden: forAdmin },
    replies: [{ hidden: forAdmin }],
    listed: [{ hidden: forAdmin }],
  })
  // Nobody but moderators learns by whom.
  expect((await found(setup, author)).comments).toEqual([expect.objectContaining({ hidden: forAuthor })])

  for (const path of Object.values(paths))
    expect(await ask(product, admin, 'DELETE', path)).toMatchObject({ status: 200 })
  const { position: _, ...after } = { position: '', ...(await found(setup, other)) }
  expect(after).toEqual(before)
  expect(await found(setup, owner)).toMatchObject({ notified: true, cards: [1] })
})

test('a blank reason is refused at its field, and who may not moderate hides nothing', async () => {
  const { product, author, owner, admin, paths } = await setUp()
  for (const path of Object.values(paths)) {
    expect(await ask(product, admin, 'PUT', path, { reason: '\u200B ' })).toMatchObject({
      status: 422,
      json: { errors: { reason: 'Enter a reason' } },
    })
    for (const person of [author, owner])
      expect((await ask(product, person, 'PUT', path, { reason })).status).toBe(403)
  }
})

test('the author of a hidden text may delete it, and no count goes below zero', async () => {
  const setup = await setUp()
  const { product, author, other, admin, paths, discussion } = setup
  for (const path of [paths.comment, paths.reply]) await ask(product, admin, 'PUT', path, { reason })
  for (const path of [paths.comment, paths.reply])
    expect((await ask(product, author, 'DELETE', path.replace(/\/hidden$/, ''))).status).toBe(200)
  await postReply(product, other, discussion)
  expect(await found(setup, admin)).toMatchObject({ comments: [], count: 0, discussion: { replies: 1 } })
})

test('live messages take a hidden comment from open screens, and never carry its text', async () => {
  const { product, other, admin, project, comment, paths } = await setUp()
  const { socket, heard } = await openSocket(product.address, other.token, 'http://thirty.test')
  onTestFinished(() => void socket.disconnect())
  await socket.emitWithAck('watch', { room: rooms.project(project) })
  const itemsOf = () =>
    heard
      .filter(({ message }) => message === 'project.commented')
      .flatMap(({ payload }) => (payload as { items: unknown[] }).items)
  await ask(product, admin, 'PUT', paths.comment, { reason })
  await vi.waitFor(() => expect(itemsOf()).toEqual([{ projectId: project, comments: 0, removed: comment }]))
  await ask(product, admin, 'DELETE', paths.comment)
  await vi.waitFor(() => expect(itemsOf()).toHaveLength(2))
  expect(itemsOf()[1]).toEqual({ projectId: project, comments: 1, shown: comment })
  expect(JSON.stringify(heard)).not.toContain(reason)
})

test('the audit says who hid what and why, own data has it, and a restart and a backup file keep it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thirty-hidden-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const setup = await setUp({ DATA_DIR: folder })
  const { product, author, other, admin, paths } = setup
  for (const path of Object.values(paths)) await ask(product, admin, 'PUT', path, { reason })
  const { json: audit } = await ask(product, admin, 'GET', '/api/admin/audit')
  expect(audit).toMatchObject({
    entries: expect.arrayContaining(
      ['comment-hidden', 'discussion-hidden', 'reply-hidden'].map((action) =>
        expect.objectContaining({ action, summary: expect.stringContaining(reason) }),
      ),
    ),
  })
  const { json: own } = await ask(product, author, 'GET', '/api/auth/export')
  const hidden = { reason, at: expect.any(String) }
  expect(own).toMatchObject({ comments: [{ hidden }], discussions: [{ hidden }], replies: [{ hidden }] })

  // The schema of the response defines this type.
  const created = (await ask(product, admin, 'POST', '/api/admin/backups', { name: 'Day 1' })).json as {
    backupId: string
  }
  const restored = await ask(product, admin, 'POST', `/api/admin/restore-backup/${created.backupId}`)
  expect(restored.status).toBe(200)
  await vi.waitFor(async () => expect(await found(setup, other)).toMatchObject({ comments: [], count: 0 }))
  await product.close()
  const again = await startTestProduct({ DATA_DIR: folder })
  onTestFinished(() => again.close())
  expect(await found({ ...setup, product: again }, other)).toMatchObject({
    comments: [],
    count: 0,
    listed: [],
  })
  expect(await found({ ...setup, product: again }, author)).toMatchObject({ comments: [{ hidden }] })
})
