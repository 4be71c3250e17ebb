import { rooms } from '@thirty/contracts/live/live.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test, vi } from 'vitest'
import { productForEach, restart, type Person } from './testing/product.ts'

const reason = 'Advertising'
const product = productForEach()
/** A comment on the project of the owner, a discussion and a reply, all by the author, and where each is hidden. */
const given = appForEach(async () => {
  const { participant } = product
  const [owner, author, other] = [await participant(), await participant(), await participant()]
  const project = await product.submitProject(owner)
  const comment = await product.postComment(author, project)
  const discussion = await product.openDiscussion(author)
  const reply = await product.postReply(author, discussion)
  const hidden = {
    reply: `/api/community/discussions/${discussion}/replies/${reply}/hidden`,
    comment: `/api/projects/${project}/comments/${comment}/hidden`,
    discussion: `/api/community/discussions/${discussion}/hidden`,
  }
  return { owner, author, other, admin: await product.admin(), project, comment, discussion, hidden }
})
const hideAll = async () => {
  for (const path of Object.values(given.hidden)) await product.send(given.admin, `PUT ${path}`, { reason })
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
async function foundBy(person: Person) {
  const get = async (path: string) => (await product.answer(person, `GET /api/${path}`)).json as Listed
  const { comments, count } = await get(`projects/${given.project}/comments`)
  const { discussion, replies } = await get(`community/discussions/${given.discussion}`)
  const list = await get('community/discussions')
  const { items = [] } = await get('community/feed')
  const { notifications = [] } = await get('notifications')
  const { projects } = await get('projects/my-projects')
  return {
    comments,
    count,
    discussion,
    replies,
    listed: list.discussions,
    listCount: list.count,
    feed: items.map(({ what }) => what).filter((what) => ['commented', 'discussed'].includes(what)),
    notified: notifications.some(({ kind }) => kind === 'commented'),
    cards: projects?.map((card) => card.comments),
  }
}

test('a hidden text is gone for everybody but its author and moderators, who read why, until it is shown again', async () => {
  const { owner, author, other, admin } = given
  const before = await foundBy(other)
  expect(before).toMatchObject({ count: 1, listCount: 1, feed: ['discussed', 'commented'] })
  expect(await foundBy(owner)).toMatchObject({ notified: true, cards: [1] })
  await hideAll()
  expect(await foundBy(other)).toMatchObject({
    comments: [],
    count: 0,
    discussion: undefined,
    listed: [],
    listCount: 0,
    feed: [],
  })
  expect(await foundBy(owner)).toMatchObject({ notified: false, cards: [0] })
  // Only moderators see the name of the moderator.
  const hidden = { reason, at: expect.any(String) }
  expect(await foundBy(author)).toMatchObject({
    comments: [expect.objectContaining({ hidden })],
    count: 0,
    discussion: { hidden, replies: 0 },
    replies: [{ hidden }],
  })
  const forAdmin = [{ hidden: { ...hidden, by: 'Somebody' } }]
  expect(await foundBy(admin)).toMatchObject({
    comments: forAdmin,
    discussion: forAdmin[0],
    replies: forAdmin,
    listed: forAdmin,
  })

  for (const path of Object.values(given.hidden)) await product.send(admin, `DELETE ${path}`)
  expect(await foundBy(other)).toEqual(before)
  expect(await foundBy(owner)).toMatchObject({ notified: true, cards: [1] })
})

test('live messages take a hidden comment from open screens, and never carry its text', async () => {
  const { other, admin, project, comment, hidden } = given
  const { socket, heard, payloads } = await product.openSocket(other)
  await socket.emitWithAck('watch', { room: rooms.project(project) })
  const told = () => payloads('project.commented').flatMap(({ items }) => items)
  await product.send(admin, `PUT ${hidden.comment}`, { reason })
  const removal = { projectId: project, comments: 0, removed: comment }
  await vi.waitFor(() => expect(told()).toEqual([removal]))
  await product.send(admin, `DELETE ${hidden.comment}`)
  const shown = { projectId: project, comments: 1, shown: comment }
  await vi.waitFor(() => expect(told()).toEqual([removal, shown]))
  expect(JSON.stringify(heard)).not.toContain(reason)
})

test('the audit says who hid what and why, own data has it, and a restart and a backup file keep it', async () => {
  const { author, other, admin } = given
  await hideAll()
  const entries = ['comment-hidden', 'discussion-hidden', 'reply-hidden'].map((action) =>
    expect.objectContaining({ action, summary: expect.stringContaining(reason) }),
  )
  expect(await product.send(admin, 'GET /api/admin/audit')).toMatchObject({
    entries: expect.arrayContaining(entries),
  })
  const own = await product.send(author, 'GET /api/auth/export')
  const hidden = { reason, at: expect.any(String) }
  expect(own).toMatchObject({ comments: [{ hidden }], discussions: [{ hidden }], replies: [{ hidden }] })

  await product.send(admin, `POST /api/admin/restore-backup/${await product.createBackup(admin)}`)
  await vi.waitFor(async () => expect(await foundBy(other)).toMatchObject({ comments: [], count: 0 }))
  await restart(product)
  expect(await foundBy(other)).toMatchObject({ comments: [], count: 0, listed: [] })
  expect(await foundBy(author)).toMatchObject({ comments: [{ hidden }] })
})
