import { rooms } from '@thirty/contracts/live/live.ts'
import { expect, test, vi } from 'vitest'
import { createBackup, openDiscussion, postComment, postReply, submitProject } from './testing/scenario.ts'
import { productOfTest, type Person } from './testing/product.ts'

const reason = 'Advertising'

async function setUp() {
  const product = await productOfTest()
  const { participant, send } = product
  const [owner, author, other] = [await participant(), await participant(), await participant()]
  const admin = await product.admin()
  const project = await submitProject(product, owner)
  const comment = await postComment(product, author, project)
  const discussion = await openDiscussion(product, author)
  const reply = await postReply(product, author, discussion)
  const paths = {
    comment: `/api/projects/${project}/comments/${comment}/hidden`,
    discussion: `/api/community/discussions/${discussion}/hidden`,
    reply: `/api/community/discussions/${discussion}/replies/${reply}/hidden`,
  }
  const hideAll = async () => {
    for (const path of [paths.reply, paths.comment, paths.discussion])
      await send(admin, `PUT ${path}`, { reason })
  }
  return { product, owner, author, other, admin, project, comment, discussion, paths, hideAll }
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
  const get = (path: string) =>
    product.ask({ method: 'GET', path, token: by.token }).then(({ json }) => json as Listed)
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
  const { product, owner, author, other, admin, paths, hideAll } = setup
  const before = await found(setup, other)
  expect(before).toMatchObject({ count: 1, listCount: 1, feed: ['discussed', 'commented'] })
  expect(await found(setup, owner)).toMatchObject({ notified: true, cards: [1] })
  await hideAll()
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

  for (const path of Object.values(paths)) await product.send(admin, `DELETE ${path}`)
  expect(await found(setup, other)).toEqual(before)
  expect(await found(setup, owner)).toMatchObject({ notified: true, cards: [1] })
})

test('live messages take a hidden comment from open screens, and never carry its text', async () => {
  const { product, other, admin, project, comment, paths } = await setUp()
  const { socket, heard } = await product.openSocket(other)
  await socket.emitWithAck('watch', { room: rooms.project(project) })
  const itemsOf = () =>
    heard
      .filter(({ message }) => message === 'project.commented')
      .flatMap(({ payload }) => (payload as { items: unknown[] }).items)
  await product.send(admin, `PUT ${paths.comment}`, { reason })
  await vi.waitFor(() => expect(itemsOf()).toEqual([{ projectId: project, comments: 0, removed: comment }]))
  await product.send(admin, `DELETE ${paths.comment}`)
  await vi.waitFor(() => expect(itemsOf()).toHaveLength(2))
  expect(itemsOf()[1]).toEqual({ projectId: project, comments: 1, shown: comment })
  expect(JSON.stringify(heard)).not.toContain(reason)
})

test('the audit says who hid what and why, own data has it, and a restart and a backup file keep it', async () => {
  const setup = await setUp()
  const { product, author, other, admin, hideAll } = setup
  await hideAll()
  const audit = await product.send(admin, 'GET /api/admin/audit')
  expect(audit).toMatchObject({
    entries: expect.arrayContaining(
      ['comment-hidden', 'discussion-hidden', 'reply-hidden'].map((action) =>
        expect.objectContaining({ action, summary: expect.stringContaining(reason) }),
      ),
    ),
  })
  const own = await product.send(author, 'GET /api/auth/export')
  const hidden = { reason, at: expect.any(String) }
  expect(own).toMatchObject({ comments: [{ hidden }], discussions: [{ hidden }], replies: [{ hidden }] })

  await product.send(admin, `POST /api/admin/restore-backup/${await createBackup(product, admin)}`)
  await vi.waitFor(async () => expect(await found(setup, other)).toMatchObject({ comments: [], count: 0 }))
  await product.stop()
  const again = await productOfTest({}, product.folder)
  expect(await found({ ...setup, product: again }, other)).toMatchObject({
    comments: [],
    count: 0,
    listed: [],
  })
  expect(await found({ ...setup, product: again }, author)).toMatchObject({ comments: [{ hidden }] })
})
