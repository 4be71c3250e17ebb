import type { Role } from './scenario.ts'
import type { Person, TestProduct } from './product.ts'

/** People who are refused as often as one likes. */
export type PeopleByRole = { admin: Person; senders: Record<Role, Person | undefined> }

/** Somebody for every role, as they are before anything happens to them. */
export async function createPeopleByRole(product: TestProduct): Promise<PeopleByRole> {
  const { participant, admin, tokensAt, happenedTo } = product
  const [U, X, I, broken, expired, older, A] = await Promise.all([
    ...Array.from({ length: 6 }, participant),
    admin(),
  ])
  if (!U || !X || !I || !broken || !expired || !older || !A) throw new Error('Somebody is missing.')
  await happenedTo(I, { type: 'UserStatusChanged', data: { status: 'inactive' } })
  await happenedTo(older, { type: 'SessionsRevoked', data: { sessionVersion: 1 } })
  const eightDays = 8 * 24 * 60 * 60 * 1000
  const longAgo = tokensAt(() => Date.now() - eightDays)
  const swapped = (token: string) => token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA')
  return {
    admin: A,
    senders: {
      V: undefined,
      U,
      X,
      I,
      A,
      older,
      broken: { ...broken, token: swapped(broken.token) },
      expired: { ...expired, token: longAgo.issue({ id: expired.id, version: 0 }) },
    },
  }
}
