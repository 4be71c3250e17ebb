import { challengeStarted, handedIn, rated, reviewed, signedUp, signedUpAdmin } from './calls.ts'
import type { Caller } from './calls.ts'
import { test as journey } from './journey.ts'
import { startProduct } from './product.ts'
import type { Product } from './product.ts'

export type Seeded = {
  product: Product
  /** Fifth of the board, so that they have a row in the list. */
  participant: Caller
  admin: Caller
  /** A project that waits for review, and one that was rejected. */
  pending: string
  rejected: string
}

/** For journeys that look and do not touch: one installation for all tests of a worker, with a board, a podium and ties. */
export const test = journey.extend<object, { seeded: Seeded }>({
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

async function seed(product: Product): Promise<Seeded> {
  const admin = await signedUpAdmin(product, 'Ines Duarte')
  const people = [
    'Kenji Watanabe',
    'Amara Okafor',
    'Rafael Souza',
    'Leila Haddad',
    'Maya Lindgren',
    'Zoë Ó Briain',
  ]
  const callers = []
  for (const name of people) callers.push(await signedUp(product, name))
  const projects = []
  for (const caller of callers) {
    projects.push(await handedIn(product, caller, { projectName: `Pulse by ${caller.fullName}`, day: 1 }))
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
    await reviewed(product, admin, id, { status: 'approved' })
    await rated(product, admin, id, count)
  }
  await reviewed(product, admin, sixth, { status: 'rejected', reason: 'The live link does not answer.' })
  await reviewed(product, admin, fourth, { status: 'approved' })
  await challengeStarted(product, admin)
  // Callers are as many as people.
  const participant = callers[4] as Caller
  return { product, participant, admin, pending: fifth, rejected: sixth }
}
