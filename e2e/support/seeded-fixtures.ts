import {
  createBackup,
  createDiscussion,
  createReply,
  likeProject,
  startChallenge,
  createProject,
  rateProject,
  reviewProject,
  saveReason,
  createParticipant,
  createAdmin,
} from './api.ts'
import type { SignedInUser } from './api.ts'
import { test as base } from './product-fixtures.ts'
import { startHostedProduct } from './product.ts'
import type { Product } from './product.ts'
import { startProductHost, type ProductHost } from './product-host.ts'

export type SeededProduct = {
  product: Product
  /** Fifth on the leaderboard, and so in a table row below the podium. */
  participant: SignedInUser
  admin: SignedInUser
  /** Ids of a rated project of another participant, of one of the participant that waits for review, and of a rejected one. */
  rated: string
  pending: string
  rejected: string
  /** The id of a backup with the name Half time. */
  backup: string
  /** The id of a discussion with a reply, started by the participant. */
  discussion: string
}

/** `test` for read-only tests: all tests of a worker share an installation with a leaderboard, a podium and ties. */
export const test = base.extend<object, { seeded: SeededProduct }>({
  seeded: [
    async ({ productHost }, provide) => {
      const product = await startHostedProduct(productHost)
      await provide(await seed(product))
      await product.remove()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  product: async ({ seeded }, provide) => provide(seeded.product),
})

/** The time of the product and of the browser in `screenTest`. */
const fixedTime = '2026-03-10T12:00:00Z'
const hourMs = 3_600_000

/**
 * `test` for screenshots: every test has its own installation with the same people, ids and times. In the browser, two and a half
 * hours have passed since then, so that the seconds of a slow start change no text.
 */
export const screenTest = base.extend<{ seeded: SeededProduct }, { fixedTimeHost: ProductHost }>({
  fixedTimeHost: [
    async ({}, provide) => {
      const host = startProductHost(['--import', './e2e/support/fixed-time.ts'])
      await provide(host)
      await host.close()
    },
    { scope: 'worker' },
  ],
  seeded: async ({ fixedTimeHost }, provide) => {
    const env = { FIXED_TIME: fixedTime, CHALLENGE_TIMEZONE: 'UTC' }
    const product = await startHostedProduct(fixedTimeHost, { env })
    await provide(await seed(product, Date.parse(fixedTime)))
    await product.remove()
  },
  product: async ({ seeded }, provide) => provide(seeded.product),
  openBrowser: async ({ openBrowser }, provide) => {
    await provide(async (...options) => {
      const user = await openBrowser(...options)
      await user.page.clock.setFixedTime(Date.parse(fixedTime) + 2.5 * hourMs)
      // Some builds of Chromium refuse notifications without asking.
      await user.context.addInitScript(() =>
        Object.defineProperty(Notification, 'permission', { get: () => 'default' }),
      )
      return user
    })
  },
})

const dayMs = 24 * hourMs

async function seed(product: Product, now = Date.now()): Promise<SeededProduct> {
  const admin = await createAdmin(product, 'Ines Duarte')
  const names = [
    'Kenji Watanabe',
    'Amara Okafor',
    'Rafael Souza',
    'Leila Haddad',
    'Maya Lindgren',
    'Zoë Ó Briain',
  ]
  const participants = []
  for (const name of names) participants.push(await createParticipant(product, name))
  const projects = []
  for (const participant of participants) {
    projects.push(
      await createProject(product, participant, { projectName: `Pulse by ${participant.fullName}`, day: 1 }),
    )
  }
  const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = projects
  const stars = [
    [first, 5],
    [second, 4],
    [third, 3],
  ] as const
  for (const [id, count] of stars) {
    await reviewProject(product, admin, id, { status: 'approved' })
    await rateProject(product, admin, id, count)
  }
  await reviewProject(product, admin, sixth, { status: 'rejected', reason: 'The live link does not answer.' })
  await reviewProject(product, admin, fourth, { status: 'approved' })
  // Everybody has submitted day 1. Later days are open, so that there is a form for them.
  await startChallenge(product, admin, { startsAt: new Date(now - 2 * dayMs) })
  const [leila, participant] = participants.slice(3)
  if (!leila || !participant) throw new Error('There are fewer than five participants.')
  const deadLink = 'Hi {name}, the live link of {project} does not answer. Please check it.'
  await saveReason(product, admin, { title: 'Dead link', text: deadLink })
  await saveReason(product, admin, { title: 'Private repository', text: 'We cannot read the code.' })
  const backup = await createBackup(product, admin, 'Half time')
  await createProject(product, leila, { projectName: 'After half time', day: 2 })
  await likeProject(product, leila, first)
  const discussion = await createDiscussion(product, participant, 'How do you test drag and drop?')
  await createReply(product, leila, discussion, 'With the keyboard first.')
  return { product, participant, admin, rated: first, pending: fifth, rejected: sixth, backup, discussion }
}
