import {
  startChallenge,
  createProject,
  rateProject,
  reviewProject,
  createParticipant,
  createAdmin,
} from './api.ts'
import type { SignedInUser } from './api.ts'
import { test as journey } from './product-fixtures.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'

export type SeededProduct = {
  product: Product
  /** Fifth of the board, so that they have a row in the list. */
  participant: SignedInUser
  admin: SignedInUser
  /** A project that waits for review, and one that was rejected. */
  pending: string
  rejected: string
}

/** For journeys that look and do not touch: one installation for all tests of a worker, with a board, a podium and ties. */
export const test = journey.extend<object, { seeded: SeededProduct }>({
  seeded: [
    async ({}, provide) => {
      const product = await startProduct()
      await provide(await seed(product))
      await product.remove()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  product: async ({ seeded }, provide) => provide(seeded.product),
})

async function seed(product: Product): Promise<SeededProduct> {
  const admin = await createAdmin(product, 'Ines Duarte')
  const people = [
    'Kenji Watanabe',
    'Amara Okafor',
    'Rafael Souza',
    'Leila Haddad',
    'Maya Lindgren',
    'Zoë Ó Briain',
  ]
  const callers = []
  for (const name of people) callers.push(await createParticipant(product, name))
  const projects = []
  for (const caller of callers) {
    projects.push(
      await createProject(product, caller, { projectName: `Pulse by ${caller.fullName}`, day: 1 }),
    )
  }
  const [first, second, third, fourth, fifth, sixth] = projects as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
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
  await startChallenge(product, admin)
  // Callers are as many as people.
  const participant = callers[4] as SignedInUser
  return { product, participant, admin, pending: fifth, rejected: sixth }
}
